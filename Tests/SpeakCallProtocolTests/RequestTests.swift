import Testing

@testable import SpeakCallProtocol
@testable import SpeechSynthesis

@Suite struct RequestTests {
  @Test(
    arguments: [
      .disable, .stop, .skip, .pause, .resume, .repeat, .events, .status(watch: true), .status(watch: false),
      .cancel(utterances: []), .cancel(utterances: [7, -1, .max]),
      .text(utterance: 3, text: "and ", isLast: false),
      .enable(microphone: .mix, applications: []),
      .enable(microphone: .duck, applications: ["Chromium", "a \"b\" \\ c"], hear: -6.5),
      .say(SayRequest(text: "", settings: SpeechSettings())),
      .say(full),
    ] as [Request.Action])
  func aRequestIsReadAsItWasWritten(action: Request.Action) throws {
    let request = Request(action)
    #expect(try Wire().decode(Request.self, from: request.line) == request)
  }

  /// Everything that a request can hold, none of it the default.
  static var full: SayRequest {
    var request = SayRequest(
      text: String(String.UnicodeScalarView((0...0x300).compactMap(Unicode.Scalar.init))) + "\u{2028}😀e\u{301}",
      isComplete: false,
      settings: SpeechSettings(voice: "en-us+steph", rate: 160, pitch: 0, gain: -0.1, isSSML: true),
      placement: .next, waitForCall: -1, isPreview: true, isDetached: true, pauseBefore: 1e-9,
      quote: QuoteLabel(speaker: "Alice\n", line: 12), wantsLevels: true)
    request.resumption = SayRequest.Resumption(offset: 5, seconds: 1.25)
    request.isHeld = false
    return request
  }

  @Test func aRequestIsOneLine() {
    #expect(!Request(.say(Self.full)).line.contains { $0 < 0x20 })
  }
}
