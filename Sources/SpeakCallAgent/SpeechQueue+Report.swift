import SpeakCallProtocol

/// What the queue tells of itself.
extension SpeechQueue {
  /// How many of the utterances that wait are shown.
  private static let mostShown = 100

  /// The state of this moment.
  var report: StatusReport.Speech {
    let isSpeaking = !sounding.isEmpty || (!isHeld && !heardOrWritten.isEmpty)
    let isWaiting = isHeld && (!isIdle || isPaused)
    let shown = isSpeaking ? heardOrWritten.first : isWaiting ? all.first { $0.hasBegun } : nil
    let rest = all.filter { $0 !== shown }
    let queue = rest.prefix(Self.mostShown).map(\.entry)
    return .init(
      state: isSpeaking ? .speaking : isWaiting ? .paused : .idle, text: shown?.request.text, queued: rest.count,
      queue: queue.isEmpty ? nil : queue)
  }
}

extension Utterance {
  /// How much of a text that waits is shown, in characters.
  private static let shownText = 200

  var entry: StatusReport.Speech.Queued {
    let text = request.text
    let start = text.prefix(Self.shownText)
    return .init(
      id: id, text: start.endIndex == text.endIndex ? text : start + "…", speaker: request.quote?.speaker)
  }
}
