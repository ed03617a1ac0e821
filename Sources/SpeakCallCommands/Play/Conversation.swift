import Scripts
import SpeakCallProtocol
import SpeechSynthesis

/// A script on its way through the agent: which quotes it is to be given, and which one is heard.
///
/// A value without any connection of its own: replies go in, requests come out. What was given to an agent and not heard
/// is given to the next one when it is lost.
struct Conversation {
  /// How many quotes are with the agent, so that it has the next one ready long before the gap would open.
  static let mostOutstanding = 4

  /// A quote that an agent was given, or is about to be.
  struct Entry {
    let quote: Int
    var utterance: OutstandingUtterance
    var isSent = false
    /// A Boolean value that indicates whether its early end is no failure: the user, or somebody else, went on.
    var isDismissed = false
  }

  let quotes: [Quote]
  /// The quote that is heard, or the one that will be heard first.
  var position: Int
  /// The part of the quote that is heard, in Unicode scalars of its text; `nil` when it is not heard yet.
  var word: Range<Int>?
  /// A Boolean value that indicates whether a sound of the quote at ``position`` was heard.
  var isHeard = false
  /// How loud the sound is, in dBFS; `nil` in silence.
  var level: Double?
  /// A Boolean value that indicates whether speech is held, by the user or from another shell.
  var isPaused = false
  /// A Boolean value that indicates whether the user has stopped and may go on.
  var isStopped = false
  /// Why the play ends before its last word.
  var failure: Failure?
  var clock = PlayClock()

  private let template: SayRequest
  private let settings: [String: SpeechSettings]
  var entries: [Entry] = []
  /// The first quote that no agent was given.
  var next: Int
  /// The place of a quote before which the script's pause is not wanted, because the user went there.
  var jumpTarget: Int
  var requests: [Request.Action] = []
  var hearing: HeardQuote?
  var heard: [HeardQuote] = []
  var isLeaving = false

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
