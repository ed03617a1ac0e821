import SpeakCallProtocol

/// What the agent tells.
extension Conversation {
  /// Notes a reply that came at `moment`, in seconds of `CLOCK_MONOTONIC`, and returns the event that is to be shown for
  /// it.
  mutating func handle(_ reply: Reply, at moment: Double) -> AgentEvent? {
    switch reply {
    case .event(let event): return follow(event, at: moment)
    case .failed(let refusal):
      noteRefusal(refusal)
      return nil
    case .done, .status, .more, .outdated: return nil
    }
  }

  /// Prepares for another agent: what was not heard is to be sent once more.
  mutating func agentWasLost() {
    entries.removeAll { $0.isDismissed }
    if let quote = hearing?.quote, !entries.contains(where: { $0.quote == quote }) { endHearing(at: nil) }
    for place in entries.indices {
      entries[place].utterance.goBack()
      entries[place].isSent = false
    }
    requests = []
    level = nil
  }

  private mutating func follow(_ event: AgentEvent, at moment: Double) -> AgentEvent? {
    let place = entries.firstIndex { entry in
      if case .queued = event { return entry.isSent && entry.utterance.id == nil }
      return event.utterance != nil && entry.utterance.id == event.utterance
    }
    guard let place else { return event }
    let shown = entries[place].utterance.follow(event)
    let entry = entries[place]
    switch event {
    case .queued(let id) where entry.isDismissed: requests.append(.cancel(utterances: [id]))
    case .finished(_, let seconds):
      endHearing(at: clock.seconds(at: seconds), isWhole: true)
      leave(entry.quote, isDismissed: entry.isDismissed)
      entries.remove(at: place)
    case .cancelled(_, let reason, _):
      if hearing?.quote == entry.quote { endHearing(at: clock.seconds(atClock: moment)) }
      leave(entry.quote, isDismissed: entry.isDismissed)
      entries[place].isDismissed = entry.isDismissed || reason == .skipped || reason == .replaced
    default: if !entry.isDismissed { hear(event, of: entry.quote) }
    }
    return shown
  }

  private mutating func hear(_ event: AgentEvent, of quote: Int) {
    switch event {
    case .started(_, _, _, let clock):
      self.clock.note(0, heardAt: clock)
      isPaused = false
      begin(quote, at: 0)
    case .resumed(_, _, let time, let clock):
      self.clock.note(time, heardAt: clock)
      isPaused = false
      begin(quote, at: time)
    case .word(_, let offset, let length, let time):
      word = offset..<offset + length
      hearing?.hear(.init(offset: offset, length: length, start: clock.seconds(at: time)))
    case .level(_, let level, _): self.level = level
    case .paused:
      isPaused = true
      level = nil
    default: break
    }
  }

  private mutating func begin(_ quote: Int, at time: Double) {
    position = quote
    isHeard = true
    guard hearing?.quote != quote else { return }
    word = nil
    let start = clock.seconds(at: time)
    hearing = HeardQuote(quote: quote, start: start, end: start)
  }

  /// Goes on from a quote that is over.
  private mutating func leave(_ quote: Int, isDismissed: Bool) {
    level = nil
    guard !isDismissed, quote == position else { return }
    position = quote + 1
    (word, isHeard) = (nil, false)
  }

  private mutating func endHearing(at end: Double?, isWhole: Bool = false) {
    guard var hearing else { return }
    self.hearing = nil
    hearing.isWhole = isWhole
    hearing.end = max(hearing.end, end ?? hearing.end)
    heard.append(hearing)
  }

  private mutating func noteRefusal(_ refusal: Refusal) {
    let place =
      entries.firstIndex { $0.utterance.isCancelled } ?? entries.firstIndex { $0.isSent && $0.utterance.id == nil }
    let isExpected = place.map { entries[$0].isDismissed } ?? false
    if let place { entries.remove(at: place) }
    guard !isExpected, failure == nil else { return }
    failure = Failure(refusal)
    dismissAll()
  }
}
