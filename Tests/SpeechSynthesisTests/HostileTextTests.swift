import Testing

@testable import SpeechSynthesis

struct HostileTextTests {
  private static let texts: [String] = [
    "", " \t\n", "\0", "a\0b", "\u{1}99S\u{2}\u{1B}[31m\u{7F}", "\u{FFFD}\u{FFFF}\u{10FFFF}\u{E000}",
    String(repeating: "a", count: 10_000), String(repeating: "s'", count: 500), String(repeating: "ness", count: 500),
    String(repeating: "9", count: 2_000), String(repeating: "字", count: 1_000), String(repeating: "😀", count: 200),
    String(repeating: "👨‍👩‍👧", count: 50), String(repeating: "שלום", count: 100), "\u{202E}abc\u{202C}",
    "e" + String(repeating: "\u{301}", count: 2_000), "?!", String(repeating: "?!…", count: 300), "...", "<", "&", "[[",
    "<speak", "<speak>One", "<speak><prosody rate=\"fast\">One", "</speak></speak>",
    "<voice name=\"nosuch\">One</voice>",
    "<audio src=\"/etc/passwd\">One</audio>", "<mark name=\"x\"/>", "&#1;&#xFFFFFFFF;&nosuch;", "<say-as>",
  ]

  @Test(arguments: [false, true])
  func isSpokenOrRefusedAndLeavesTheEngineWell(isSSML: Bool) async throws {
    let speech = TestEngine.speech()
    try await speech.warmUp()
    let engine = await speech.engineProcess
    for text in Self.texts {
      let count = text.unicodeScalars.count
      for chunk in try await speech.speak(text, settings: SpeechSettings(isSSML: isSSML)) {
        #expect(chunk.words.allSatisfy { $0.offset >= 0 && $0.length > 0 && $0.offset + $0.length <= count })
      }
    }
    #expect(await speech.engineProcess == engine)
    #expect(try await speech.speak("Hello").flatMap(\.words).count == 1)
  }
}
