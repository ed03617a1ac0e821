import SpeakCallProtocol
import TextProcessing

/// An utterance that was given to an agent and is not over, with all that it takes to give the rest of it to another.
struct OutstandingUtterance {
  /// The number that the present agent gave it.
  private(set) var id: Int?
  /// A Boolean value that indicates whether a word of it was heard.
  private(set) var hasBegun = false
  /// A Boolean value that indicates whether it has ended early; the reason follows.
  private(set) var isCancelled = false

  /// A Boolean value that indicates whether the user holds it.
  private(set) var isHeld = false

  /// The number that its first agent gave it, under which it is shown to the end.
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

  /// The request for what is left of it, in the manner of another request.
  func request(like other: SayRequest) -> SayRequest {
    let rest = text.rest
    var request = other
    request.text = rest.text
    request.isComplete = isComplete
    request.resumption = hasBegun ? .init(offset: rest.base, seconds: elapsed) : nil
    request.isHeld = isHeld ? true : nil
    return request
  }

  /// Goes back to the word that was heard last; for another agent.
  mutating func goBack() {
    text.goBack(to: wordStart)
    while text.next() != nil {}
    id = nil
  }

  /// Adds a piece that was sent, or the end.
  mutating func append(_ piece: String?) {
    guard let piece else { return isComplete = true }
    text.append(piece)
    _ = text.next()
  }

  /// Notes that speech goes on: nothing is held any more.
  mutating func noteGoingOn() { isHeld = false }

  /// Notes what happened to it, and returns the event as it is to be shown.
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
