import SpeakCallProtocol

/// The lines of `live` that have not ended: each is heard once, whichever agent speaks it.
struct OutstandingLines {
  /// A line of the user.
  struct Line: OutstandingElement {
    /// The number of the line in this session.
    let number: Int
    let request: SayRequest
    /// The text so far.
    fileprivate(set) var text: String
    /// The end of a line that was spoken as it was typed, until the agent asks for it; `nil` while it is typed.
    fileprivate(set) var closing: String?
    var utterance: OutstandingUtterance
    /// A Boolean value that indicates whether any agent was asked for it.
    fileprivate var wasSent = false

    /// The number that the present agent gave it.
    var id: Int? { utterance.id }
    /// A Boolean value that indicates whether a word of it was heard.
    var hasBegun: Bool { utterance.hasBegun }
    /// A Boolean value that indicates whether it is still being typed.
    var isOpen: Bool { !request.isComplete && closing == nil }
    /// The text with the end that the agent has not asked for.
    var fullText: String { text + (closing ?? "") }

    /// The text from the last word that was heard.
    var unheard: String {
      var utterance = utterance
      utterance.goBack()
      return utterance.request(like: request).text + (closing ?? "")
    }
  }

  /// The end of a line.
  enum Outcome: Equatable {
    case finished
    case cancelled(CancelReason)
    case failed(AgentError)
  }

  /// The lines, in the order in which they are spoken.
  private(set) var lines: [Line] = []
  /// The numbers of the lines that the agent has not answered, in the order in which they were sent.
  private var unanswered: [Int] = []
  /// The numbers of the lines that the present agent was not asked for.
  private var unsent: [Int] = []
  private var lastNumber = 0
  private var losses = AgentLosses(limit: 3)
  /// The number of cancelled utterances whose reason has not arrived.
  private var unexplained = 0

  /// The line that is being typed and spoken.
  var openLine: Line? { lines.first(where: \.isOpen) }

  func line(of id: Int) -> Line? { lines.first { $0.id == id } }

  /// Adds a line, which ``send()`` sends.
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

  /// Returns the requests to send to the agent.
  mutating func send() -> [Request.Action] {
    defer { unsent = [] }
    return unsent.compactMap { number in
      guard let place = lines.firstIndex(where: { $0.number == number }) else { return nil }
      unanswered.append(number)
      var request = lines[place].utterance.send(like: lines[place].request)
      // The lines are in their order already when another agent is given them.
      if lines[place].wasSent { request.placement = .end }
      lines[place].wasSent = true
      return .say(request)
    }
  }

  /// Ends the line that is being typed with a text.
  mutating func closeOpenLine(with text: String) {
    guard let place = lines.firstIndex(where: \.isOpen) else { return }
    lines[place].closing = text
  }

  /// Returns the answer to an agent that asks for more of a line: `ready` while it is typed, else its end.
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

  /// Prepares for another agent, which is sent everything again; returns false after too many losses in a row.
  mutating func agentWasLost() -> Bool {
    unexplained = 0
    unanswered = []
    unsent = lines.map(\.number)
    lines.goBack()
    return lines.contains(where: \.wasSent) ? losses.record() : true
  }

  /// Removes and returns all lines.
  mutating func removeAll() -> [Line] {
    losses.reset()
    defer { (lines, unanswered, unsent) = ([], [], []) }
    return lines
  }

  /// Handles a reply on the connection that the lines were sent on; returns a line that has ended, and its outcome.
  mutating func follow(_ reply: Reply) -> (line: Line, outcome: Outcome)? {
    switch reply {
    case .event(let event): return event.utterance.flatMap { follow($0) }
    case .failed(let error):
      if unexplained > 0 {
        unexplained -= 1
        return nil
      }
      guard let place = takeUnanswered() else { return nil }
      return (lines.remove(at: place), .failed(error))
    case .done, .status, .more, .outdated: return nil
    }
  }

  /// Returns the place of the line of an answer; the agent answers requests in their order.
  private mutating func takeUnanswered() -> Int? {
    guard !unanswered.isEmpty else { return nil }
    let number = unanswered.removeFirst()
    return lines.firstIndex { $0.number == number }
  }

  private mutating func follow(_ event: UtteranceEvent) -> (line: Line, outcome: Outcome)? {
    let place = event.kind == .queued ? takeUnanswered() : lines.firstIndex { $0.id == event.id }
    // The agent sends the reason of every cancellation, also of an utterance that is unknown here.
    if case .cancelled = event.kind { unexplained += 1 }
    guard let place else { return nil }
    _ = lines[place].utterance.follow(event)
    switch event.kind {
    case .word: losses.reset()
    case .finished: return (lines.remove(at: place), .finished)
    case .cancelled(let reason, _): return (lines.remove(at: place), .cancelled(reason))
    default: break
    }
    return nil
  }
}
