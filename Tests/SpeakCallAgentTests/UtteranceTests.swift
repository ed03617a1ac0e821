import Testing

@testable import SpeakCallAgent
@testable import SpeakCallProtocol
@testable import SpeechSynthesis

@Suite struct UtteranceTests {
  private func utterance(_ text: String, isSSML: Bool = false, isComplete: Bool = true) -> Utterance {
    Utterance(
      id: 1, owner: .init(connection: 1, tell: { _ in }),
      request: SayRequest(text: text, isComplete: isComplete, settings: SpeechSettings(isSSML: isSSML)))
  }

  @Test func itGoesOnWithTheWordThatWasHeardLast() async {
    let utterance = utterance("one two three")
    #expect(await utterance.nextPiece()?.text == "one two three")
    #expect(utterance.begin())
    utterance.hear(offset: 4, length: 3, at: 0.5)
    utterance.goBack()
    let rest = await utterance.nextPiece()
    #expect(rest?.text == "two three" && rest?.base == 4)
    #expect(!utterance.begin() && utterance.resumption == 4 && utterance.elapsed == 0.5)
  }

  @Test func markupIsResumableOnlyFromItsBeginning() async {
    let text = "<speak>one two</speak>"
    let utterance = utterance(text, isSSML: true)
    _ = await utterance.nextPiece()
    _ = utterance.begin()
    utterance.hear(offset: 11, length: 3, at: 0.5)
    #expect(!utterance.isResumable)
    utterance.restartIfMarkup()
    #expect(utterance.isResumable)
    utterance.goBack()
    #expect(await utterance.nextPiece()?.text == text)
    #expect(!utterance.begin() && utterance.resumption == 0 && utterance.elapsed == 0)
    #expect(!utterance.isResumable, "once it is heard again it can be cut again")
  }

  @MainActor @Test func anInterruptionLetsGoOfWhoWaitsForText() async {
    let asked = AsyncStream<Void>.makeStream()
    let utterance = Utterance(
      id: 1, owner: .init(connection: 1, tell: { _ in asked.continuation.yield() }),
      request: SayRequest(text: "one ", isComplete: false, settings: SpeechSettings()))
    _ = await utterance.nextPiece()
    let waiting = Task { await utterance.nextPiece() }
    for await _ in asked.stream { break }
    utterance.interrupt()
    #expect(await waiting.value == nil)
    utterance.append("two", isLast: true)
    #expect(await utterance.nextPiece()?.text == "two")
  }

  @Test func itsTextIsKeptForRepeatingUnlessItIsVeryLong() {
    let utterance = utterance("one ", isComplete: false)
    utterance.append("two", isLast: false)
    #expect(utterance.wholeText == "one two")
    for _ in 0..<5 { utterance.append(String(repeating: "x", count: 1 << 14), isLast: false) }
    #expect(utterance.wholeText == nil)
    utterance.append("three", isLast: true)
    #expect(utterance.wholeText == nil)
  }

  @Test(arguments: [
    (nil, true), (0, true), (0.35, true), (3600, true), (-0.1, false), (3601, false), (.infinity, false), (.nan, false),
  ])
  func onlySomePausesCanBe(seconds: Double?, isPossible: Bool) {
    let request = SayRequest(text: "", settings: SpeechSettings(), pauseBefore: seconds)
    if isPossible {
      #expect(throws: Never.self) { try request.check() }
    } else {
      #expect(throws: AgentError.self) { try request.check() }
    }
  }
}
