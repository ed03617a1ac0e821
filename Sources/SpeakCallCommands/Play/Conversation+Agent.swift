import SpeakCallProtocol

/// What the agent tells.
extension Conversation {
  /// Notes a reply that came at `moment`, in seconds of `CLOCK_MONOTONIC`, and returns the event that is to be shown for
  /// it.
  mutating func handle(_ reply: Reply, at moment: Double) -> AgentEvent? {
    switch reply {
    case .event(let event): return follow(event, at: moment)
    case .failed(let error):
      noteFailure(error)
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
    guard case .utterance(let happened) = event else { return event }
    let place = entries.firstIndex { entry in
      happened.kind == .queued ? entry.isSent && entry.utterance.id == nil : entry.utterance.id == happened.id
    }
    guard let place else { return event }
    let shown = entries[place].utterance.follow(happened)
    let entry = entries[place]
    switch happened.kind {
    case .queued where entry.isDismissed: requests.append(.cancel(utterances: [happened.id]))
    case .finished(let seconds):
      endHearing(at: clock.seconds(at: seconds), isWhole: true)
      leave(entry.quote, isDismissed: entry.isDismissed)
      entries.remove(at: place)
    case .cancelled(let reason, _):
      if hearing?.quote == entry.quote { endHearing(at: clock.seconds(atClock: moment)) }
      leave(entry.quote, isDismissed: entry.isDismissed)
      entries[place].isDismissed = entry.isDismissed || reason == .skipped || reason == .replaced
    default: if !entry.isDismissed { hear(happened.kind, of: entry.quote) }
    }
    return shown.map { .utterance($0) }
  }

  private mutating func hear(_ kind: UtteranceEvent.Kind, of quote: Int) {
    switch kind {
    case .started(_, _, let clock):
      self.clock.note(0, heardAt: clock)
      isPaused = false
      begin(quote, at: 0)
    case .resumed(_, let time, let clock):
      self.clock.note(time, heardAt: clock)
      isPaused = false
      begin(quote, at: time)
    case .word(let offset, let length, let time):
      word = offset..<offset + length
      hearing?.hear(.init(offset: offset, length: length, start: clock.seconds(at: time)))
    case .level(let level, _): self.level = level
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

  private mutating func noteFailure(_ error: AgentError) {
    let place =
      entries.firstIndex { $0.utterance.isCancelled } ?? entries.firstIndex { $0.isSent && $0.utterance.id == nil }
    let isExpected = place.map { entries[$0].isDismissed } ?? false
    if let place { entries.remove(at: place) }
    guard !isExpected, failure == nil else { return }
    failure = Failure(error)
    dismissAll()
  }
}
