import SpeakCallProtocol

/// The agent's replies.
extension Conversation {
  /// Handles a reply that came at `moment`, in seconds of `CLOCK_MONOTONIC`, and returns the event to show, if any.
  mutating func handle(_ reply: Reply, at moment: Double) -> AgentEvent? {
    switch reply {
    case .event(.utterance(let event)): return follow(event, at: moment).map { .utterance($0) }
    case .event(let event): return event
    case .failed(let error): fail(error)
    case .done, .status, .more, .outdated: break
    }
    return nil
  }

  /// Prepares for another agent, which is given what was not heard.
  mutating func agentWasLost() {
    entries.removeAll { $0.isDismissed }
    if let quote = current?.quote, !entries.contains(where: { $0.quote == quote }) { endQuote(at: nil) }
    entries.goBack()
    requests = []
    level = nil
  }

  private mutating func follow(_ event: UtteranceEvent, at moment: Double) -> UtteranceEvent? {
    guard let place = entries.firstIndex(of: event) else { return event }
    let shown = entries[place].utterance.follow(event)
    let entry = entries[place]
    switch event.kind {
    case .queued where entry.isDismissed: requests.append(.cancel(utterances: [event.id]))
    case .finished(let seconds):
      endQuote(at: clock.seconds(at: seconds), isWhole: true)
      leave(entry.quote, isDismissed: entry.isDismissed)
      entries.remove(at: place)
    case .cancelled(let reason, _):
      if current?.quote == entry.quote { endQuote(at: clock.seconds(atClock: moment)) }
      leave(entry.quote, isDismissed: entry.isDismissed)
      entries[place].isDismissed = entry.isDismissed || reason == .skipped || reason == .replaced
    default: if !entry.isDismissed { hear(event.kind, of: entry.quote) }
    }
    return shown
  }

  private mutating func hear(_ kind: UtteranceEvent.Kind, of quote: Int) {
    switch kind {
    case .started(_, _, let clock): begin(quote, at: 0, heardAt: clock)
    case .resumed(_, let time, let clock): begin(quote, at: time, heardAt: clock)
    case .word(let offset, let length, let time):
      word = offset..<offset + length
      current?.add(.init(offset: offset, length: length, start: clock.seconds(at: time)))
    case .level(let level, _): self.level = level
    case .paused:
      isPaused = true
      level = nil
    default: break
    }
  }

  private mutating func begin(_ quote: Int, at time: Double, heardAt clock: Double) {
    self.clock.note(time, heardAt: clock)
    isPaused = false
    position = quote
    isHeard = true
    guard current?.quote != quote else { return }
    word = nil
    let start = self.clock.seconds(at: time)
    current = SpokenQuote(quote: quote, start: start, end: start)
  }

  /// Moves on from a quote that has ended.
  private mutating func leave(_ quote: Int, isDismissed: Bool) {
    level = nil
    guard !isDismissed, quote == position else { return }
    position = quote + 1
    (word, isHeard) = (nil, false)
  }

  private mutating func endQuote(at end: Double?, isWhole: Bool = false) {
    guard var ended = current else { return }
    current = nil
    ended.isWhole = isWhole
    ended.end = max(ended.end, end ?? ended.end)
    spoken.append(ended)
  }

  private mutating func fail(_ error: AgentError) {
    let entry = entries.indexOfFailure.map { entries.remove(at: $0) }
    guard !(entry?.isDismissed ?? false), failure == nil else { return }
    failure = Failure(error)
    dismissAll()
  }
}
