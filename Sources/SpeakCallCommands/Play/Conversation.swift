import Scripts
import SpeakCallProtocol
import SpeechSynthesis

/// The progress of a script through the agent: the quotes to send, and the one that is heard.
///
/// A value without a connection of its own: replies go in, requests come out. Quotes that a lost agent did not finish
/// are sent to the next one.
struct Conversation {
  /// The most quotes with the agent, enough to have the next one ready long before a gap would open.
  static let mostOutstanding = 4

  /// A quote that the agent was given.
  struct Entry: OutstandingElement {
    let quote: Int
    var utterance: OutstandingUtterance
    /// A Boolean value that indicates whether its early end is no failure: the user, or somebody else, moved on.
    var isDismissed = false
  }

  let quotes: [Quote]
  /// The quote that is heard, or the one that will be heard first.
  var position: Int
  /// The place of the word that is heard, in Unicode scalars of the quote; `nil` before the first one.
  var word: Range<Int>?
  /// A Boolean value that indicates whether any sound of the quote at ``position`` was heard.
  var isHeard = false
  /// The level of the sound, in dBFS; `nil` in silence.
  var level: Double?
  /// A Boolean value that indicates whether speech is paused, by the user or from another shell.
  var isPaused = false
  /// A Boolean value that indicates whether the user has stopped the play, and may resume it.
  private(set) var isStopped = false
  /// The reason for an end before the last word.
  var failure: Failure?
  var clock = PlayClock()

  var entries: [Entry] = []
  var requests: [Request.Action] = []
  var current: SpokenQuote?
  var spoken: [SpokenQuote] = []

  private let template: SayRequest
  private let settings: [String: SpeechSettings]
  /// The first quote that no agent was given.
  private var next: Int
  /// The quote that the user went to, which the script's pause does not precede.
  private var jumpTarget: Int
  private var isLeaving = false

  /// Creates a conversation that begins with the quote at `start`; `template` has the options but the voices.
  init(_ script: Script, from start: Int = 0, template: SayRequest) {
    quotes = script.quotes
    settings = Dictionary(script.cast.map { ($0.name, $0.settings) }) { first, _ in first }
    self.template = template
    (position, next, jumpTarget) = (start, start, start)
  }

  /// A Boolean value that indicates whether nothing is left to be heard.
  var isOver: Bool { entries.isEmpty && (failure != nil || isLeaving || (next == quotes.count && !isStopped)) }

  /// Returns the requests to send to the agent now.
  mutating func nextRequests() -> [Request.Action] {
    defer { requests = [] }
    for place in entries.indices where !entries[place].utterance.isSent { send(place) }
    guard failure == nil, !isStopped, !isLeaving else { return requests }
    while next < quotes.count, entries.count(where: { !$0.isDismissed }) < Self.mostOutstanding {
      entries.append(Entry(quote: next, utterance: OutstandingUtterance(quotes[next].text, isComplete: true)))
      send(entries.count - 1)
      next += 1
    }
    return requests
  }

  private mutating func send(_ place: Int) {
    let entry = entries[place]
    let quote = quotes[entry.quote]
    var request = template
    request.settings = settings[quote.speaker] ?? template.settings
    request.quote = QuoteLabel(speaker: quote.speaker, line: quote.line)
    request.pauseBefore = entry.quote == jumpTarget ? 0 : quote.pauseBefore
    request = entries[place].utterance.send(like: request)
    // The agent reports a resumption only for the utterance whose turn it is.
    request.isHeld = isPaused ? true : nil
    requests.append(.say(request))
  }

  /// Returns the quotes that have ended since the last call, whole or not.
  mutating func takeSpoken() -> [SpokenQuote] {
    defer { spoken = [] }
    return spoken
  }
}

/// The user's commands.
extension Conversation {
  /// Goes to the next quote; after the last one, to the end.
  mutating func goForward() { go(to: position + 1) }

  /// Goes to the previous quote, or to the beginning of the first.
  mutating func goBack() { go(to: position - 1) }

  /// Pauses or resumes speech.
  mutating func togglePause() {
    if isStopped { return go(to: position) }
    requests.append(isPaused ? .resume : .pause)
    isPaused.toggle()
  }

  /// Stops speech, and keeps the position.
  mutating func stop() {
    guard !isStopped else { return }
    go(to: position)
    isStopped = true
    // Nothing of ours is left to pause, and speech of other commands is not ours to pause.
    if isPaused { requests.append(.resume) }
    isPaused = false
  }

  /// Stops speech for good.
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
    entries.removeAll { !$0.utterance.isSent }
    let dismissed = entries.indices.filter { !entries[$0].isDismissed }
    for place in dismissed { entries[place].isDismissed = true }
    let known = dismissed.compactMap { entries[$0].utterance.id }
    if !known.isEmpty { requests.append(.cancel(utterances: known)) }
  }
}
