import SpeakCallProtocol

/// What stands in the queue, and where what comes goes.
extension SpeechQueue {
  /// What is heard, written or synthesized, the one being heard first.
  var heardOrWritten: [Utterance] {
    sounding + [writing].compactMap { $0 }.filter { writing in !sounding.contains { $0 === writing } }
  }

  /// Everything that is not over, in the order in which it will be heard; what waits for a call is last.
  var all: [Utterance] { heardOrWritten + waiting + parked }

  /// The utterance that is heard or about to be, or that will be first when speech is not held any more.
  var current: Utterance? { heardOrWritten.first ?? (isHeld ? waiting.first : nil) }

  /// A Boolean value that indicates whether nothing is spoken and nothing waits.
  var isIdle: Bool { all.isEmpty }

  /// The place in the queue of what is to be spoken next; while the user holds the speech, that is only what was said to
  /// be urgent meanwhile.
  var nextPlace: Int? {
    guard absence == nil else { return nil }
    return isPaused ? waiting.firstIndex { $0.isUrgent } : waiting.indices.first
  }

  /// Puts a new utterance in its place.
  func enqueue(_ utterance: Utterance) async {
    switch utterance.request.placement {
    case .end: waiting.insert(utterance, at: placeAtEnd(for: utterance.owner.connection))
    case .next: waiting.insert(utterance, at: waiting.first?.hasBegun == true ? 1 : 0)
    case .now:
      let replaced = isHeld ? sounding.first : current
      utterance.isUrgent = isPaused
      // Before the other is ended: what waits behind that would else be begun meanwhile.
      waiting.insert(utterance, at: 0)
      if let replaced { await cancel(.replaced) { $0 === replaced } }
    }
    if isPaused, !utterance.isUrgent { hold(utterance) }
    wake()
  }

  /// What one caller says piece by piece stays together.
  private func placeAtEnd(for connection: Int) -> Int {
    if let last = waiting.lastIndex(where: { $0.owner.connection == connection }) { return last + 1 }
    return heardOrWritten.last?.owner.connection == connection ? 0 : waiting.count
  }

  /// Puts back an utterance that was cut: in mid-word, or before its first sample was heard because it stood behind one
  /// that ended.
  func speakAgain(_ utterance: Utterance) {
    sounding.removeAll { $0 === utterance }
    guard utterance.isResumable else {
      return end(
        utterance, .serverLost, because: .markupNotResumable)
    }
    utterance.goBack()
    let place = utterance.hasBegun ? 0 : waiting.prefix { $0.goesBefore(utterance) }.count
    waiting.insert(utterance, at: place)
  }
}

extension Utterance {
  /// Tells whether it is spoken before one that was about to be and is put back.
  fileprivate func goesBefore(_ other: Utterance) -> Bool {
    if request.placement != .end || hasBegun { return true }
    guard let turn, let otherTurn = other.turn else { return false }
    return turn < otherTurn
  }
}
