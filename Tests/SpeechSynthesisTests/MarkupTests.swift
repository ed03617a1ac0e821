import SpeechSynthesis
import Testing

struct MarkupTests {
  @Test(arguments: [
    "<speak>hello</speak>", "<speak>one<break time='1s'/> &amp; <emphasis>two</emphasis></speak>",
    "<?xml version=\"1.0\"?>\n<speak xml:lang=\"de\">Grüße</speak>",
  ])
  func wellFormedMarkupPasses(text: String) throws { try Markup.check(text) }

  @Test(arguments: [
    ("<speak>hello", 1, 13), ("<speak>\n<prosody rate='fast'>hello</speak>", 2, 29), ("<speak>a < b</speak>", 1, 11),
    ("hello", 1, 1), ("<speak>&nosuch;</speak>", 1, 8), ("", 1, 1),
  ])
  func theFirstMistakeIsNamedWithItsPlace(text: String, line: Int, column: Int) {
    let mistake = #expect(throws: Markup.Mistake.self) { try Markup.check(text) }
    #expect(mistake?.line == line)
    #expect(mistake?.column == column)
    #expect(mistake?.reason.isEmpty == false)
  }
}
