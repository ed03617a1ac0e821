/// What the user does.
extension Conversation {
  /// Goes to the next quote; after the last one, to the end.
  mutating func goForward() { go(to: position + 1) }

  /// Goes to the previous quote, or to the beginning of the first.
  mutating func goBack() { go(to: position - 1) }

  /// Holds speech, or lets it go on.
  mutating func togglePause() {
    if isStopped { return go(to: position) }
    requests.append(isPaused ? .resume : .pause)
    isPaused.toggle()
  }

  /// Ends what is said; the place is kept.
  mutating func stop() {
    guard !isStopped else { return }
    go(to: position)
    isStopped = true
    // Nothing of ours is left that could be held, and what others say is not ours to hold.
    if isPaused { requests.append(.resume) }
    isPaused = false
  }

  /// Ends what is said, for good.
  mutating func leave() {
    stop()
    isLeaving = true
  }

  private mutating func go(to place: Int) {
    dismissAll()
    let place = min(max(place, 0), quotes.count)
    (position, next, jumpTarget) = (place, place, place)
    (word, isHeard, level) = (nil, false, nil)
    isStopped = false
  }

  mutating func dismissAll() {
    entries.removeAll { !$0.isSent }
    let dismissed = entries.indices.filter { !entries[$0].isDismissed }
    for place in dismissed { entries[place].isDismissed = true }
    let known = dismissed.compactMap { entries[$0].utterance.id }
    if !known.isEmpty { requests.append(.cancel(utterances: known)) }
  }
}
