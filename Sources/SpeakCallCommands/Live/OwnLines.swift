import SpeakCallProtocol

/// The lines that were given to the agent and are not over: each is heard once, whichever agent speaks it.
struct OwnLines {
  /// A line, as its user typed it.
  struct Line {
    /// Counts the lines of a session.
    let number: Int
    let request: SayRequest
    /// All of its text so far.
    fileprivate(set) var text: String
    /// For a line that is spoken as it is typed: text that is left to hand over before it ends; nil while it is typed.
    fileprivate(set) var closing: String?
    fileprivate var utterance: OutstandingUtterance
    /// A Boolean value that indicates whether an agent was asked for it.
    fileprivate var wasAsked = false

    /// The number that the present agent gave it.
    var id: Int? { utterance.id }
    /// A Boolean value that indicates whether a word of it was heard.
    var hasBegun: Bool { utterance.hasBegun }

    /// What was not heard of it, from the last word that was.
    var rest: String {
      var utterance = utterance
      utterance.goBack()
      return utterance.request(like: request).text
    }
  }

  /// What became of a line.
  enum Ending: Equatable {
    case heard
    case cancelled(CancelReason)
    case refused(AgentError)
  }

  /// How many agents in a row may be lost without a word being heard.
  private static let mostLosses = 3

  private(set) var lines: [Line] = []
  /// The numbers of the lines that the agent has not answered, in the order in which it was asked.
  private var unanswered: [Int] = []
  /// The numbers of the lines that no agent, or only a lost one, was asked for.
  private var unsent: [Int] = []
  private var lastNumber = 0
  private var losses = 0
  /// Utterances whose cancellation was told, and whose reason has yet to come.
  private var unexplained = 0

  /// The line that is spoken as it is typed.
  var typedLine: Line? { lines.first { !$0.request.isComplete && $0.closing == nil } }

  func line(of id: Int) -> Line? { lines.first { $0.id == id } }

  /// Adds a line, to be sent by ``send()``.
  mutating func add(_ request: SayRequest) {
    lastNumber += 1
    let line = Line(
      number: lastNumber, request: request, text: request.text, closing: nil,
      utterance: OutstandingUtterance(request.text, isComplete: request.isComplete))
    switch request.placement {
    case .end: lines.append(line)
    case .next, .now: lines.insert(line, at: lines.firstIndex { !$0.hasBegun } ?? lines.endIndex)
    }
    unsent.append(line.number)
  }

  /// What is to be sent to the agent.
  mutating func send() -> [Request.Action] {
    defer { unsent = [] }
    return unsent.compactMap { number in
      guard let place = lines.firstIndex(where: { $0.number == number }) else { return nil }
      unanswered.append(number)
      var request = lines[place].utterance.request(like: lines[place].request)
      // What was to interrupt or to go ahead has done so with another agent: the order is that of the lines now.
      if lines[place].wasAsked { request.placement = .end }
      lines[place].wasAsked = true
      return .say(request)
    }
  }

  /// Lets the line that is spoken as it is typed end with a text.
  mutating func closeTypedLine(with text: String) {
    guard let place = lines.firstIndex(where: { !$0.request.isComplete && $0.closing == nil }) else { return }
    lines[place].closing = text
  }

  /// Answers an agent that wants more of a line that is spoken as it is typed: with `ready`, when it is still typed.
  mutating func piece(for id: Int, ready: String) -> Request.Action? {
    guard let place = lines.firstIndex(where: { $0.id == id }) else { return nil }
    let text = lines[place].closing ?? ready
    let isLast = lines[place].closing != nil || text.isEmpty
    if !text.isEmpty { lines[place].utterance.append(text) }
    lines[place].text += text
    if isLast {
      lines[place].utterance.append(nil)
      lines[place].closing = ""
    }
    return .text(utterance: id, text: text, isLast: isLast)
  }

  /// Has everything sent again, after an agent was lost; returns false when one after the other is lost before a word is
  /// heard.
  mutating func noteLoss() -> Bool {
    unexplained = 0
    unanswered = []
    unsent = lines.map(\.number)
    losses += lines.contains(where: \.wasAsked) ? 1 : 0
    for place in lines.indices { lines[place].utterance.goBack() }
    return losses <= Self.mostLosses
  }

  /// Gives up all lines; returns them.
  mutating func giveUp() -> [Line] {
    losses = 0
    defer { (lines, unanswered, unsent) = ([], [], []) }
    return lines
  }

  /// Notes what the agent tells on the connection that the lines were sent on; returns a line that is over, and how.
  mutating func follow(_ reply: Reply) -> (line: Line, ending: Ending)? {
    switch reply {
    case .event(let event): return event.utterance.flatMap { follow($0) }
    case .failed(let error):
      if unexplained > 0 {
        unexplained -= 1
        return nil
      }
      guard let place = takeUnanswered() else { return nil }
      return (lines.remove(at: place), .refused(error))
    case .done, .status, .more, .outdated: return nil
    }
  }

  /// The place of the line that an answer is about: answers come in the order of the questions.
  private mutating func takeUnanswered() -> Int? {
    guard !unanswered.isEmpty else { return nil }
    let number = unanswered.removeFirst()
    return lines.firstIndex { $0.number == number }
  }

  private mutating func follow(_ event: UtteranceEvent) -> (line: Line, ending: Ending)? {
    let place = event.kind == .queued ? takeUnanswered() : lines.firstIndex { $0.id == event.id }
    // The agent tells of each cancelled utterance why it was, also of one that is not known here.
    if case .cancelled = event.kind { unexplained += 1 }
    guard let place else { return nil }
    _ = lines[place].utterance.follow(event)
    switch event.kind {
    case .word: losses = 0
    case .finished: return (lines.remove(at: place), .heard)
    case .cancelled(let reason, _): return (lines.remove(at: place), .cancelled(reason))
    default: break
    }
    return nil
  }
}
