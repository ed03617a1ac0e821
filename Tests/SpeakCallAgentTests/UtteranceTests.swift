import Testing

@testable import SpeakCallAgent
@testable import SpeakCallProtocol
@testable import SpeechSynthesis
@testable import TextProcessing

@Suite struct UtteranceTests {
  /// An utterance whose mutating members can be called within an expectation.
  @dynamicMemberLookup
  private final class Subject {
    var utterance: Utterance
    init(_ utterance: Utterance) { self.utterance = utterance }
    subscript<Value>(dynamicMember path: KeyPath<Utterance, Value>) -> Value { utterance[keyPath: path] }
    func begin() -> Bool { utterance.begin() }
    func interrupt() -> Bool { utterance.interrupt() }
    func nextPiece() -> Utterance.NextPiece { utterance.nextPiece() }
    func append(_ text: String, isLast: Bool) -> Bool { utterance.append(text, isLast: isLast) }
  }

  private func utterance(_ text: String, isSSML: Bool = false, isComplete: Bool = true) -> Subject {
    Subject(
      Utterance(
        id: 1, connection: 1,
        request: SayRequest(text: text, isComplete: isComplete, settings: SpeechSettings(isSSML: isSSML))))
  }

  private static func piece(_ next: Utterance.NextPiece) -> UnspokenText.Piece? {
    if case .piece(let piece) = next { piece } else { nil }
  }

  @Test func itGoesOnWithTheWordThatWasHeardLast() {
    let utterance = utterance("one two three")
    #expect(Self.piece(utterance.nextPiece())?.text == "one two three")
    #expect(utterance.begin())
    utterance.utterance.hear(offset: 4, length: 3, at: 0.5)
    utterance.utterance.goBack()
    let rest = Self.piece(utterance.nextPiece())
    #expect(rest?.text == "two three" && rest?.base == 4)
    #expect(!utterance.begin() && utterance.resumption == 4 && utterance.elapsed == 0.5)
  }

  @Test func markupIsResumableOnlyFromItsBeginning() {
    let text = "<speak>one two</speak>"
    let utterance = utterance(text, isSSML: true)
    _ = utterance.nextPiece()
    _ = utterance.begin()
    utterance.utterance.hear(offset: 11, length: 3, at: 0.5)
    #expect(!utterance.isResumable)
    utterance.utterance.restartIfMarkup()
    #expect(utterance.isResumable)
    utterance.utterance.goBack()
    #expect(Self.piece(utterance.nextPiece())?.text == text)
    #expect(!utterance.begin() && utterance.resumption == 0 && utterance.elapsed == 0)
    #expect(!utterance.isResumable, "once it is heard again it can be cut again")
  }

  @Test func anInterruptionEndsTheWaitForText() {
    let utterance = utterance("one ", isComplete: false)
    #expect(!utterance.interrupt(), "nobody waits yet")
    #expect(Self.piece(utterance.nextPiece())?.text == "one ")
    #expect(utterance.nextPiece() == .awaited)
    #expect(utterance.interrupt())
    #expect(utterance.nextPiece() == .end)
    #expect(!utterance.append("two", isLast: true), "the wait is over already")
    #expect(Self.piece(utterance.nextPiece())?.text == "two")
    #expect(utterance.nextPiece() == .end)
  }

  @Test func textThatComesEndsTheWaitForIt() {
    let utterance = utterance("", isComplete: false)
    _ = utterance.nextPiece()
    #expect(utterance.nextPiece() == .awaited)
    #expect(utterance.append("two", isLast: false))
    #expect(Self.piece(utterance.nextPiece())?.text == "two")
    #expect(utterance.nextPiece() == .awaited)
    #expect(utterance.append("", isLast: true))
    #expect(utterance.nextPiece() == .end)
  }

  @Test func itsTextIsKeptForRepeatingUnlessItIsVeryLong() {
    let utterance = utterance("one ", isComplete: false)
    _ = utterance.append("two", isLast: false)
    #expect(utterance.wholeText == "one two")
    for _ in 0..<5 { _ = utterance.append(String(repeating: "x", count: 1 << 14), isLast: false) }
    #expect(utterance.wholeText == nil)
    _ = utterance.append("three", isLast: true)
    #expect(utterance.wholeText == nil)
  }

  @Test(arguments: [
    (nil, true), (0, true), (0.35, true), (3600, true), (-0.1, false), (3601, false), (.infinity, false), (.nan, false),
  ])
  func onlySomePausesCanBe(seconds: Double?, isPossible: Bool) {
    let request = SayRequest(text: "", settings: SpeechSettings(), pauseBefore: seconds)
    if isPossible {
      #expect(throws: Never.self) { try QueueState.check(request) }
    } else {
      #expect(throws: AgentError.self) { try QueueState.check(request) }
    }
  }
}
