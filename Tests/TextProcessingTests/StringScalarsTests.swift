import Testing

struct StringScalarsTests {
  @Test(arguments: ["", "a", "Grüße", "e\u{301}", "👩‍👩‍👧 日本語\r\n\u{0}\u{10FFFF}", String(repeating: "ß€😀x", count: 5000)])
  func scalarsAreCountedAsTheyAre(text: String) {
    #expect(text.scalarCount == text.unicodeScalars.count)
  }
}
