import Testing

@testable import SpeakCallCommands

@Suite struct TerminalTextTests {
  @Test func harmlessTextStays() {
    for text in ["", "Chromium input", "Größe 漢字 👩‍👧 e\u{301} العربية", "a\\n b"] {
      #expect(TerminalText.sanitized(text) == text)
    }
  }

  @Test(arguments: [
    ("a\nb\tc\r", "a\\nb\\tc\\u{D}"),
    ("\u{1B}[31mred\u{7}", "\\u{1B}[31mred\\u{7}"),
    ("\r\n", "\\u{D}\\n"),
    ("\u{9B}2J\u{85}\u{7F}\0", "\\u{9B}2J\\u{85}\\u{7F}\\u{0}"),
    ("x\u{202E}cod.exe\u{2066}\u{2069}\u{200F}\u{61C}", "x\\u{202E}cod.exe\\u{2066}\\u{2069}\\u{200F}\\u{61C}"),
    ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
  ])
  func controlsBecomeVisible(text: String, expected: String) {
    #expect(TerminalText.sanitized(text) == expected)
  }

  @Test func noControlOfAnyKindIsLeft() {
    let all = String(String.UnicodeScalarView((0...0x2100).compactMap(Unicode.Scalar.init)))
    let left = TerminalText.sanitized(all).unicodeScalars.filter {
      $0.properties.generalCategory == .control || $0.properties.generalCategory == .lineSeparator
        || $0.properties.generalCategory == .paragraphSeparator || $0.properties.isBidiControl
    }
    #expect(left.isEmpty)
  }

  @Test func failuresAreOneSafeLine() {
    let failure = Failure(.noInput, "no file '\u{1B}]0;x\u{7}\n'", next: "ls '\n'")
    #expect(failure.description == "speakcall: no file '\\u{1B}]0;x\\u{7}\\n'. Next: ls '\\n'")
    #expect(Failure(.failure, "it broke").description == "speakcall: it broke.")
  }
}
