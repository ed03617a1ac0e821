import Testing

@testable import Scripts

struct SubtitleTests {
  private func quotes(_ text: String, _ format: ScriptReader.Format) throws -> [String] {
    try ScriptReader.read(text, as: format).quotes.map { "\($0.line) \($0.speaker): \($0.text)" }
  }

  @Test func readsSubRip() throws {
    let text = """
      1
      00:00:01,000 --> 00:00:02,500 X1:10 X2:20 Y1:1 Y2:2
      ALICE: <i>Hello</i>, can you
      hear me?

      2
      00:00:03.000 --> 00:00:04.000
      {\\an8}Bob Jones: I &amp; you. x < y <3
      [door slams]

      3
      00:00:05,000 --> 00:00:06,000
      which goes on.
      - <font color="#fff">No.</font>

      4
      1:00:05,000 --> 1:00:06,000
      42

      and a line behind an empty one: yes.
      5
      1:00:07,000 --> 1:00:08,000
      The end.
      """
    #expect(
      try quotes("\u{FEFF}\(text)", .subRip) == [
        "3 ALICE: Hello, can you hear me?",
        "8 Bob Jones: I & you. x < y <3 which goes on.",
        "14 Bob Jones: No.",
        "18 Bob Jones: 42 and a line behind an empty one: yes.",
        "23 Bob Jones: The end.",
      ])
  }

  @Test func readsWebVTT() throws {
    let text = """
      WEBVTT - A title
      Kind: captions

      STYLE
      ::cue { color: red }

      NOTE
      Nobody: says this.

      intro
      00:01.000 --> 00:02.000 position:10%,line-left align:left
      <v.loud Alice &amp; Co>Hello, <c.x>can <00:01.500>you</c> hear me?</v>

      00:00:03.000 --> 00:00:04.000
      <v Bob>Loud</v> <v Ann>Clear &lt;&#x41;&#66;&nope;&gt;.
      Really.

      NOTE one line

      00:05.000 --> 00:06.000
      Yes.
      """
    #expect(
      try quotes(text, .webVTT) == [
        "12 Alice & Co: Hello, can you hear me?",
        "15 Bob: Loud",
        "15 Ann: Clear <AB&nope;>.",
        "16 Ann: Really.",
        "21 Ann: Yes.",
      ])
  }

  @Test func namesNobodyWhoIsNotNamed() throws {
    #expect(
      try quotes("00:01,0 --> 00:02,0\nit is 10:30, and he said: go!", .subRip)
        == ["2 Speaker: it is 10:30, and he said: go!"])
  }

  @Test func breathesBetweenQuotes() throws {
    let script = try ScriptReader.read("1\n00:01,0 --> 00:02,0\nOne.\n\n2\n00:09,0 --> 00:10,0\nTwo.", as: .subRip)
    #expect(script.quotes.map(\.pauseBefore) == [0, SubtitleParser.quotePause])
    #expect(script.warnings.isEmpty)
  }

  @Test(arguments: [
    (ScriptReader.Format.webVTT, "NOTE\n", "1:1: the first line of a WebVTT file must be WEBVTT"),
    (
      .webVTT, "WEBVTT\n\nhello\n\n00:01.000 --> 00:02.000\nx",
      "3:1: “hello” is outside of a cue; a cue begins with its times"
    ),
    (
      .webVTT, "WEBVTT\n\n00:01 -> 00:02.000\nx\n\n00:01.000 --> x\ny",
      "3:1: “00:01 -> 00:02.000” is outside of a cue; a cue begins with its times"
    ),
    (
      .subRip, "1\n00:00:01,000 --> soon\nx",
      "2:1: “00:00:01,000 --> soon” is not a pair of times; write them as 00:00:01,000 --> 00:00:04,000"
    ),
    (.subRip, "hello", "1:1: “hello” is outside of a cue; a cue begins with its times"),
    (.subRip, "", "1:1: there are no subtitles"),
    (.subRip, "1\n00:01,0 --> 00:02,0\n[music]\n", "1:1: the script has no quotes; write them as NAME: WORDS"),
  ])
  func tellsWhatIsWrong(format: ScriptReader.Format, text: String, error: String) {
    var found: [String] = []
    do { _ = try ScriptReader.read(text, as: format) } catch { found = error.errors.map(\.description) }
    #expect(found.first == error)
  }
}
