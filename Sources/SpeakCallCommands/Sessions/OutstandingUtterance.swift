import SpeakCallProtocol
import TextProcessing

/// An utterance that an agent has not finished, with the state that another agent needs to continue it.
struct OutstandingUtterance {
  /// The identifier from the current agent.
  private(set) var id: Int?
  /// A Boolean value that indicates whether a word of it was played.
  private(set) var hasBegun = false
  /// A Boolean value that indicates whether it was cancelled; the agent then sends the error.
  private(set) var isCancelled = false
  /// A Boolean value that indicates whether the user has paused it.
  private(set) var isHeld = false

  /// A Boolean value that indicates whether the current agent was asked for it.
  private(set) var isSent = false

  /// A Boolean value that indicates whether the current agent was asked for it and has not answered.
  var isUnanswered: Bool { isSent && id == nil }

  /// The identifier from its first agent, which all events show.
  private var shownID: Int?
  private var hasStarted = false
  private var text = UnspokenText()
  private var isComplete: Bool
  private var wordStart = 0
  private var elapsed = 0.0

  init(_ text: String, isComplete: Bool) {
    self.text.append(text)
    _ = self.text.next()
    self.isComplete = isComplete
  }

  /// Returns the request for the rest of it, with the settings of another request.
  func request(like other: SayRequest) -> SayRequest {
    let rest = text.rest
    var request = other
    request.text = rest.text
    request.isComplete = isComplete
    request.resumption = hasBegun ? .init(offset: rest.base, seconds: elapsed) : nil
    request.isHeld = isHeld ? true : nil
    return request
  }

  /// Returns the request for the rest of it, which is about to be sent.
  mutating func send(like other: SayRequest) -> SayRequest {
    isSent = true
    return request(like: other)
  }

  /// Goes back to the last played word, for another agent.
  mutating func goBack() {
    text.goBack(to: wordStart)
    while text.next() != nil {}
    (id, isSent) = (nil, false)
  }

  /// Adds a piece that was sent; `nil` is the end.
  mutating func append(_ piece: String?) {
    guard let piece else { return isComplete = true }
    text.append(piece)
    _ = text.next()
  }

  /// Notes that speech continues, which ends the user's pause for all utterances.
  mutating func noteResumption() { isHeld = false }

  /// Updates the state and returns the event to show, if any.
  mutating func follow(_ event: UtteranceEvent) -> UtteranceEvent? {
    switch event.kind {
    case .queued:
      id = event.id
      guard shownID == nil else { return nil }
      shownID = event.id
    case .paused: isHeld = true
    case .resumed: isHeld = false
    case .quote where hasStarted: return nil
    case .started:
      isHeld = false
      guard !hasStarted else { return nil }
      hasStarted = true
    case .word(let offset, _, let time):
      hasBegun = true
      elapsed = time
      wordStart = offset
      text.heard(offset)
    case .cancelled: isCancelled = true
    default: break
    }
    return UtteranceEvent(id: shownID ?? event.id, kind: event.kind)
  }
}
