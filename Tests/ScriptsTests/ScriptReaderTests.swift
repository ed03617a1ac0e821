import Testing

@testable import Scripts
@testable import SpeechSynthesis

struct ScriptReaderTests {
  private static let example = """
    # comment
    @cast Alice voice=en-us+f2 rate=150
    @cast Bob   voice=en-gb-x-rp pitch=30

    Alice: Hello, can you hear me?
    Bob: Loud and clear.
      A line that starts with a space goes on from the line above.
    (pause 0.8)
    Alice: Then let us start.
    """

  @Test func readsTheExample() throws {
    let script = try ScriptReader.read(Self.example)
    var alice = CastMember(name: "Alice", settings: SpeechSettings(voice: "en-us+f2", rate: 150))
    alice.voicePlace = ScriptPlace(line: 2, column: 13)
    var bob = CastMember(name: "Bob", settings: SpeechSettings(voice: "en-gb-x-rp", pitch: 30))
    bob.voicePlace = ScriptPlace(line: 3, column: 13)
    #expect(script.cast == [alice, bob])
    #expect(
      script.quotes == [
        Quote(speaker: "Alice", text: "Hello, can you hear me?", line: 5),
        Quote(
          speaker: "Bob",
          text: "Loud and clear. A line that starts with a space goes on from the line above.", line: 6),
        Quote(speaker: "Alice", text: "Then let us start.", line: 9, pauseBefore: 0.8),
      ])
    #expect(script.warnings.isEmpty)
  }

  @Test func readsItWithByteOrderMarkAndCarriageReturns() throws {
    let other =
      "\u{FEFF}" + Self.example.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    #expect(try ScriptReader.read(other) == ScriptReader.read(Self.example))
  }

  @Test(arguments: ["Anna-Lena", "Dr. Smith", "Ольга", "田中さん", "عمر", "D'Arcy", "Jürgen 2", "👩‍🚀", "10", "O\u{301}"])
  func takesNamesInAnyScript(name: String) throws {
    let script = try ScriptReader.read("@cast \(name) rate=99\n\(name): Hi.\n\(name) :  10:30, they said: go.\n")
    #expect(script.cast == [CastMember(name: name, settings: SpeechSettings(rate: 99))])
    #expect(script.quotes.map(\.text) == ["Hi.", "10:30, they said: go."])
  }

  @Test func takesAFullWidthColonAndAnIdeographicIndent() throws {
    let script = try ScriptReader.read("田中：もしもし。\n\u{3000}聞こえますか。")
    #expect(script.quotes == [Quote(speaker: "田中", text: "もしもし。 聞こえますか。", line: 1)])
  }

  @Test func leavesColonsAlone() throws {
    let script = try ScriptReader.read("A: see http://x.org: it says\n 10:30 at the: gate\n # 1\nB:no space")
    #expect(script.quotes.map(\.text) == ["see http://x.org: it says 10:30 at the: gate # 1", "no space"])
  }

  @Test func letsAQuoteBeginOnTheNextLine() throws {
    let script = try ScriptReader.read("A:\n\n# so\n\tone\n   two  \n")
    #expect(script.quotes == [Quote(speaker: "A", text: "one two", line: 1)])
  }

  @Test func addsPauses() throws {
    let script = try ScriptReader.read("A: x\n(pause 1)\n  (Pause 0.25)\nB: y\n(PAUSE .5)\nA: z")
    #expect(script.quotes.map(\.pauseBefore) == [0, 1.25, 0.5])
  }

  @Test func makesControlCharactersSpaces() throws {
    let script = try ScriptReader.read("A\u{1}B: x\0y\u{7F}\tz\u{B}")
    #expect(script.quotes == [Quote(speaker: "A B", text: "x y  z", line: 1)])
  }

  @Test func readsCastLines() throws {
    let script = try ScriptReader.read(
      "Dr. No: x\n@cast Dr. No  voice=\"English (America)\" rate=80 pitch=0 gain=-2.5 language=de")
    let member = try #require(script.cast.first)
    #expect(
      member.settings == SpeechSettings(voice: "English (America)", rate: 80, pitch: 0, gain: -2.5))
    #expect(member.language == "de")
    #expect(member.voicePlace == ScriptPlace(line: 2, column: 15))
    #expect(member.languagePlace == ScriptPlace(line: 2, column: 67))
  }

  @Test func putsTheCastInTheOrderOfFirstAppearance() throws {
    let script = try ScriptReader.read("@cast C rate=90\nB: x\nA: y\nC: z\nA: z")
    #expect(script.cast.map(\.name) == ["B", "A", "C"])
  }

  @Test(arguments: [
    (
      "A: x\nwhat\n more\nB: y",
      "2:1: no speaker is named; write NAME: before the words, or begin with a space to continue the line above"
    ),
    (
      "A: x\n10:30 we leave: now",
      "2:1: “10:30” does not name a speaker; write NAME: before the words, or begin with a space to continue the line above"
    ),
    (": x", "1:1: no name before the colon"),
    ("A: ", "1:1: “A” says nothing; write words after the colon"),
    ("A:\nB: x", "1:1: “A” says nothing; write words after the colon"),
    (" é x\nA: x", "1:2: the line begins with a space but continues no quote"),
    ("A: x\n(pause 1)\n  y\nA: z", "3:3: the line begins with a space but continues no quote"),
    ("A: x\n(pause)\nA: y", "2:1: “(pause)” is not a pause; write the seconds with a point, as in (pause 0.8)"),
    ("A: x\n(pause 1,5)\nA: y", "2:1: “(pause 1,5)” is not a pause; write the seconds with a point, as in (pause 0.8)"),
    (
      "A: x\n (pause nan)\nA: y", "2:2: “(pause nan)” is not a pause; write the seconds with a point, as in (pause 0.8)"
    ),
    ("A: x\n(pause 0x5)\nA: y", "2:1: “(pause 0x5)” is not a pause; write the seconds with a point, as in (pause 0.8)"),
    ("A: x\n(pause -1)\nA: y", "2:1: “(pause -1)” is not a pause; write the seconds with a point, as in (pause 0.8)"),
    ("A: x\n(pause 1\nA: y", "2:1: “(pause 1” is not a pause; write the seconds with a point, as in (pause 0.8)"),
    ("A: x\n(pause 601)\nA: y", "2:1: a pause is at most 600 seconds long"),
    ("A: x\n(pause 400)\n(pause 400)\nA: y", "3:1: a pause is at most 600 seconds long"),
    ("A: x\n(laughs)\nA: y", "2:1: “(laughs)” is not a direction; the only one is (pause SECONDS)"),
    ("@sing A voice=x\nA: x", "1:1: “@sing” is unknown; the only command is @cast"),
    ("@cast\nA: x", "1:1: no speaker is named; write @cast NAME voice=VOICE"),
    ("@cast voice=de\nA: x", "1:1: no speaker is named; write @cast NAME voice=VOICE"),
    (
      "@cast A: voice=de\nA: x", "1:1: “A:” is not a name (it has a colon or is too long); write @cast NAME voice=VOICE"
    ),
    ("@cast A\nA: x", "1:1: nothing is set for “A”; write @cast A voice=VOICE"),
    ("@cast A rate=90\n@cast A rate=90\nA: x", "2:7: “A” is already cast on line 1"),
    (
      "@cast A voce=de\nA: x",
      "1:9: “voce” is not a setting; the settings are voice, rate, pitch, gain, language; did you mean voice?"
    ),
    ("@cast A rate=90 fast\nA: x", "1:17: “fast” sets nothing; write settings as key=value"),
    ("@cast A rate=90 rate=91\nA: x", "1:17: rate is set twice"),
    ("@cast Ä rate=\nÄ: x", "1:9: rate has no value"),
    ("@cast A rate=9\nA: x", "1:9: rate 9 is out of range (80 to 450 words a minute)"),
    ("@cast A rate=fast\nA: x", "1:9: rate “fast” is not an integer"),
    ("@cast A pitch=100\nA: x", "1:9: pitch 100 is out of range (0 to 99)"),
    ("@cast A gain=13\nA: x", "1:9: gain 13.0 is out of range (-30 to 12 dB)"),
    ("@cast A gain=inf\nA: x", "1:9: gain “inf” is not a number"),
    ("", "1:1: the script has no quotes; write them as NAME: WORDS"),
    ("# only\n\n(pause 1)\n", "1:1: the script has no quotes; write them as NAME: WORDS"),
  ])
  func tellsWhatIsWrong(text: String, error: String) {
    #expect(Self.errors(text) == [error])
  }

  @Test func tellsAllErrorsInTheirOrder() {
    let text = "A:\n@cast A rate=1 pitch=200 x\nno speaker\n(pause)\nB: x\n(nod)"
    #expect(
      Self.errors(text).map { $0.prefix(4) } == ["1:1:", "2:9:", "2:16", "2:26", "3:1:", "4:1:", "6:1:"])
  }

  @Test func warnsOfWhatIsProbablyAMistake() throws {
    let script = try ScriptReader.read("@cast Bop rate=90\n(pause 1)\nBob: x\nbob: y\n(pause 2)")
    #expect(
      script.warnings.map(\.description) == [
        "1:7: “Bop” is cast but never speaks; did you mean “Bob”?",
        "2:1: the pause before the first quote is ignored",
        "4:1: “bob” and “Bob” are different speakers",
        "5:1: the pause after the last quote is ignored",
      ])
    #expect(script.quotes.map(\.pauseBefore) == [0, 0])
  }

  @Test func boundsWhatItReads() {
    let long = String(repeating: "x", count: ScriptBuilder.longestQuote)
    #expect(Self.errors("A: \(long)") == ["1:1: the line has 16387 bytes, more than 16384"])
    let part = String(repeating: "x", count: ScriptBuilder.longestQuote / 2)
    #expect(
      Self.errors("A: \(part)\n \(part)") == ["2:2: the quote of “A” is longer than 16384 bytes; begin another one"])
    let name = String(repeating: "n", count: ScriptBuilder.longestName + 1)
    #expect(Self.errors("\(name): x") == ["1:1: the name before the colon is longer than 64 characters"])
    let speakers = (0...ScriptBuilder.mostSpeakers + 5).map { "S\($0): x\n" }.joined()
    #expect(Self.errors(speakers) == ["257:1: “S256” is one speaker too many; a script has at most 256"])
    let quotes = String(repeating: "A: x\n", count: ScriptBuilder.mostQuotes + 2)
    #expect(Self.errors(quotes) == ["200001:1: a script has at most 200000 quotes"])
    let wrong = Self.errors(String(repeating: "x\n", count: 5000))
    #expect(wrong.count == ScriptBuilder.mostErrors + 1)
    #expect(wrong.last == "1001:1: there are more than 1000 errors")
  }

  @Test func readsALongScript() throws {
    let lines = (0..<25_000).map { "Alice: Quote \($0) é.\n and more\n(pause 0.5)\nDr. Bob: 10:30: Yes.\n" }.joined()
    let script = try ScriptReader.read(lines)
    #expect(script.quotes.count == 50_000)
    #expect(script.quotes.last == Quote(speaker: "Dr. Bob", text: "10:30: Yes.", line: 100_000, pauseBefore: 0.5))
  }

  private static func errors(_ text: String) -> [String] {
    do {
      _ = try ScriptReader.read(text)
      return []
    } catch {
      return error.errors.map(\.description)
    }
  }
}
