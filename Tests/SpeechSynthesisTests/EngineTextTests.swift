import Testing

@testable import SpeechSynthesis

struct EngineTextTests {
  @Test func leavesOrdinaryTextAlone() {
    let text = "Grüße, Zoë! https://example.com/a/path/that/is/longer/than/sixty-four/bytes/in/its/whole?and=more\n😀"
    #expect(EngineText(text).bytes == Array(text.utf8) + [0])
  }

  @Test func turnsControlCharactersIntoSpaces() {
    #expect(EngineText("a\0b\u{1}99Sc\u{7F}d\u{85}\te\r\n").bytes == Array("a b 99Sc d \te\r\n".utf8) + [0])
  }

  @Test(arguments: ["a", "ness", "s'", "é", "😀", "字", "e\u{301}"])
  func breaksLongWords(unit: String) {
    let text = EngineText(String(repeating: unit, count: 2500))
    let words = text.bytes.dropLast().split(separator: UInt8(ascii: " "))
    #expect(words.allSatisfy { $0.count <= EngineText.longestWord })
    #expect(words.joined().elementsEqual(String(repeating: unit, count: 2500).utf8))
  }

  @Test func findsTheWayBack() {
    let text = EngineText("é " + String(repeating: "a", count: 130) + " end")
    #expect(text.word(position: 1, length: 1) == 0..<1)
    #expect(text.word(position: 3, length: 64) == 2..<66)
    #expect(text.word(position: 3 + 64 + 1, length: 64) == 66..<130)
    #expect(text.word(position: 3 + 2 * 65, length: 2) == 130..<132)
    #expect(text.word(position: 3 + 2 * 65 + 3, length: 3) == 133..<136)
  }

  @Test func endsAWordWithItsLetters() {
    let text = EngineText("12 ab")
    #expect(text.word(position: 1, length: 4) == 0..<2)
    #expect(text.word(position: 4, length: 9) == 3..<5)
    #expect(text.word(position: 3, length: 1) == nil)
    #expect(text.word(position: 0, length: 1) == nil)
    #expect(text.word(position: 6, length: 1) == nil)
  }

  @Test func endsAWordWithoutLengthWithItsLetters() {
    let text = EngineText("“it’s”, “…” b")
    #expect(text.word(position: 1, length: 0) == 1..<5)
    #expect(text.word(position: 9, length: 0) == nil)
    #expect(text.word(position: 12, length: 0) == nil)
    #expect(text.word(position: 13, length: 0) == 12..<13)
  }

  @Test func findsWordsAndPartsOfWords() {
    let text = EngineText("  é, \(String(repeating: "a", count: 130))! end")
    #expect(text.words == [2..<4, 5..<69, 69..<133, 133..<136, 137..<140])
    #expect(EngineText(" ").words.isEmpty)
    #expect(text.endOfMarks(from: 3) == 4)
    #expect(text.endOfMarks(from: 139) == 139)
    #expect(text.endOfMarks(from: 140) == 140)
  }

  @Test(arguments: ["", " ", "\n\t\u{A0}", "\0\0"])
  func isBlank(text: String) {
    #expect(EngineText(text).isBlank)
  }
}
