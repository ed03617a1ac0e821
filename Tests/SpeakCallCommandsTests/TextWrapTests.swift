import Testing

@testable import SpeakCallCommands

@Suite struct TextWrapTests {
  private func lines(
    _ text: String, _ width: Int, indent: Int = 0, lead: Int = 0, at rule: TextWrap.Rule = .words
  ) -> [String] {
    let cells = TextWrap.cells(of: text)
    return TextWrap.breaks(cells, width: width, indent: indent, lead: lead, at: rule).map { TextWrap.text(cells[$0]) }
  }

  @Test func spacesAtABreakAreLeftOut() {
    #expect(lines("one  two three", 8) == ["one  two", "three"])
    #expect(lines("one   two", 4) == ["one", "two"])
    #expect(lines("", 4) == [""])
    #expect(lines("one\u{A0}two three", 8) == ["one\u{A0}two", "three"])
  }

  @Test func ideographsNeedNoSpace() {
    #expect(lines("日本語です", 6) == ["日本語", "です"])
    #expect(lines("ab日本", 4) == ["ab日", "本"])
  }

  @Test func aLongWordIsBrokenWhereTheLineIsFull() {
    #expect(lines("a abcdefgh", 4) == ["a", "abcd", "efgh"])
    #expect(lines("a abcdefgh", 4, at: .wholeWords) == ["a", "abcdefgh"])
    #expect(lines("ab cd", 4, at: .columns) == ["ab c", "d"])
  }

  @Test func aMarkStaysWithItsText() {
    #expect(lines("▸ abcdefgh", 6, indent: 2, lead: 2) == ["▸ abcd", "efgh"])
    #expect(lines("▸ abc defgh", 7, indent: 2, lead: 2) == ["▸ abc", "defgh"])
  }
}
