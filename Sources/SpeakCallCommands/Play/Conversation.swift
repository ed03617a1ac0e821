import SpeakCallAgent
import SpeakCallKit

/// A script on its way through the agent: which quotes it is to be given, and which one is heard.
///
/// A value without any connection of its own: replies go in, requests come out. What was given to an agent and not heard
/// is given to the next one when it is lost.
struct Conversation {
  /// How many quotes are with the agent, so that it has the next one ready long before the gap would open.
  static let mostOutstanding = 4

  /// A quote that an agent was given, or is about to be.
  private struct Entry {
    let quote: Int
    var utterance: OutstandingUtterance
    var isSent = false
    /// A Boolean value that indicates whether its early end is no failure: the user, or somebody else, went on.
    var isDismissed = false
  }

  let quotes: [Quote]
  /// The quote that is heard, or the one that will be heard first.
  private(set) var position: Int
  /// The part of the quote that is heard, in Unicode scalars of its text; `nil` when it is not heard yet.
  private(set) var word: Range<Int>?
  /// A Boolean value that indicates whether a sound of the quote at ``position`` was heard.
  private(set) var isHeard = false
  /// How loud the sound is, in dBFS; `nil` in silence.
  private(set) var level: Double?
  /// A Boolean value that indicates whether speech is held, by the user or from another shell.
  private(set) var isPaused = false
  /// A Boolean value that indicates whether the user has stopped and may go on.
  private(set) var isStopped = false
  /// Why the play ends before its last word.
  private(set) var failure: Failure?
  private(set) var clock = PlayClock()

  private let template: SayRequest
  private let settings: [String: SpeechSettings]
  private var entries: [Entry] = []
  /// The first quote that no agent was given.
  private var next: Int
  /// The place of a quote before which the script's pause is not wanted, because the user went there.
  private var jumpTarget: Int
  private var requests: [Request.Action] = []
  private var hearing: HeardQuote?
  private var heard: [HeardQuote] = []
  private var isLeaving = false

  /// Creates a conversation that begins with the quote at `start`; `template` says how quotes are to be spoken, but for
  /// the voices.
  init(_ script: Script, from start: Int = 0, template: SayRequest) {
    quotes = script.quotes
    settings = Dictionary(script.cast.map { ($0.name, $0.settings) }) { first, _ in first }
    self.template = template
    (position, next, jumpTarget) = (start, start, start)
  }

  /// A Boolean value that indicates whether nothing is left to be heard.
  var isOver: Bool { entries.isEmpty && (failure != nil || isLeaving || (next == quotes.count && !isStopped)) }

  /// What is to be sent to the agent now.
  mutating func nextRequests() -> [Request.Action] {
    defer { requests = [] }
    for place in entries.indices where !entries[place].isSent {
      entries[place].isSent = true
      requests.append(.say(request(for: entries[place])))
    }
    guard failure == nil, !isStopped, !isLeaving else { return requests }
    while next < quotes.count, entries.count(where: { !$0.isDismissed }) < Self.mostOutstanding {
      let utterance = OutstandingUtterance(quotes[next].text, isComplete: true)
      let entry = Entry(quote: next, utterance: utterance, isSent: true)
      entries.append(entry)
      requests.append(.say(request(for: entry)))
      next += 1
    }
    return requests
  }

  private func request(for entry: Entry) -> SayRequest {
    let quote = quotes[entry.quote]
    var request = template
    request.settings = settings[quote.speaker] ?? template.settings
    request.quote = QuoteLabel(speaker: quote.speaker, line: quote.line)
    request.pauseBefore = entry.quote == jumpTarget ? 0 : quote.pauseBefore
    request = entry.utterance.request(like: request)
    // An utterance does not hear that speech goes on before its own turn comes.
    request.isHeld = isPaused ? true : nil
    return request
  }

  /// Takes what was heard since the last call: quotes that have ended, to their end or before it.
  mutating func takeHeard() -> [HeardQuote] {
    defer { heard = [] }
    return heard
  }
}

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

  private mutating func dismissAll() {
    entries.removeAll { !$0.isSent }
    let dismissed = entries.indices.filter { !entries[$0].isDismissed }
    for place in dismissed { entries[place].isDismissed = true }
    let known = dismissed.compactMap { entries[$0].utterance.id }
    if !known.isEmpty { requests.append(.cancel(utterances: known)) }
  }
}

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
