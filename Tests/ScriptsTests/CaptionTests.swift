import Foundation
import TestSupport
import Testing

@testable import Scripts

struct CaptionTests {
  private func cues(
    _ text: String, speaker: String? = nil, format: CaptionFormat = .webVTT, seconds: Double = 10, hears: Bool = true,
    isWhole: Bool = true, upTo last: Int = .max
  ) -> [CaptionCue] {
    var track = CaptionTrack(for: format)
    track.begin(speaker: speaker, text: text, at: 100)
    let length = Double(text.unicodeScalars.count)
    for token in CaptionText.tokens(of: text, upTo: nil) where hears && token.offset < last {
      let time = 100 + seconds * Double(token.offset) / length + 0.01
      track.hear(offset: token.offset, length: token.text.unicodeScalars.count, at: time)
    }
    return track.end(at: 100 + seconds, isWhole: isWhole)
  }

  @Test func keepsAShortQuoteOnOneLine() {
    #expect(cues("Hello  there.") == [CaptionCue(speaker: nil, lines: ["Hello there."], start: 100, end: 110)])
  }

  @Test func cutsALongQuoteAtTheTimesOfItsWords() {
    let text = String(repeating: "wörds and ", count: 20)
    let found = cues(text, speaker: "Ann")
    #expect(found.count == 3)
    #expect(found.flatMap(\.lines).joined(separator: " ") == text.dropLast())
    #expect(found.allSatisfy { $0.lines.count <= 2 && $0.lines.allSatisfy { $0.count <= 42 } })
    #expect(found.first?.start == 100 && found.last?.end == 110)
    for (first, second) in zip(found, found.dropFirst()) { #expect(first.end == second.start) }
    // The second cue begins with the seventeenth word, at scalar 80 of 200.
    #expect(found[1].lines[0].hasPrefix("wörds") && abs(found[1].start - 104.01) < 0.001)
  }

  @Test func estimatesTheTimesOfWordsThatWereNotTold() {
    let found = cues(String(repeating: "word ", count: 40), hears: false)
    #expect(found.map(\.start) == [100, 104, 108])
  }

  @Test func beginsACueWithASentence() {
    let found = cues("This is the first sentence, which is longer than a line. Here is another one. And so on.")
    #expect(
      found.map { $0.lines.joined(separator: "|") } == [
        "This is the first sentence, which is|longer than a line.", "Here is another one. And so on.",
      ])
  }

  @Test func cutsWordsThatAreTooLong() {
    let found = cues(String(repeating: "字", count: 100))
    #expect(found.map { $0.lines.map(\.count) } == [[42, 42], [16]])
    #expect(abs(found[1].start - 108.41) < 0.001)
  }

  @Test func leavesOutWhatWasNotHeard() {
    #expect(cues("one two three", isWhole: false, upTo: 5).map(\.lines) == [["one two"]])
    #expect(cues("one two three", hears: false, isWhole: false).isEmpty)
  }

  @Test func namesSpeakersInSubRip() {
    #expect(cues("Hello.", speaker: "Ann", format: .subRip).first?.lines == ["Ann: Hello."])
    let name = String(repeating: "n", count: 41)
    #expect(cues("Hello you.", speaker: name, format: .subRip).first?.lines == ["\(name):", "Hello you."])
  }

  @Test func writesWebVTT() {
    let cue = CaptionCue(speaker: "A&B >", lines: ["1 < 2", "--> x"], start: 3723.4564, end: 3723.4564)
    #expect(
      CaptionFormat.webVTT.block(cue, number: 1)
        == "01:02:03.456 --> 01:02:03.457\n<v A&amp;B &gt;>1 &lt; 2\n--&gt; x\n\n")
  }

  @Test func writesSubRip() {
    let cue = CaptionCue(speaker: "A", lines: ["A: <i>&", "--> {\\x}"], start: 0, end: 360_000)
    #expect(
      CaptionFormat.subRip.block(cue, number: 7)
        == "7\n00:00:00,000 --> 100:00:00,000\nA: <\u{2060}i>&\n--\u{2060}> {\u{2060}\\x}\n\n")
  }

  @Test(arguments: CaptionFormat.allCases) func canBeReadAgainAfterEachCue(format: CaptionFormat) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/captions.\(format == .webVTT ? "VTT" : "srt")"
    var writer = try CaptionWriter(path: path)
    let said = ["Hello <b>& you.", "Yes --> no.", String(repeating: "word ", count: 40) + "end."]
    for (number, text) in said.enumerated() {
      for cue in cues(text, speaker: number == 1 ? "Bob" : "Ann", format: format) { try writer.add(cue) }
      let read = try ScriptReader.read(
        String(contentsOfFile: path, encoding: .utf8), as: ScriptReader.Format(path: path))
      let texts = read.quotes.map { $0.text.replacing("\u{2060}", with: "") }
      #expect(texts == Array(said.prefix(number + 1)))
      #expect(read.quotes.last?.speaker == (number == 1 ? "Bob" : "Ann"))
    }
    try writer.finish()
  }

  @Test func needsAKnownEnding() {
    #expect(throws: CaptionError.unknownFormat(path: "x.txt")) { _ = try CaptionWriter(path: "x.txt") }
  }

  @Test func tellsThatADiskIsFull() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/full.vtt"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    #expect(throws: CaptionError.file(.system("write the file", path, code: ENOSPC))) {
      _ = try CaptionWriter(path: path)
    }
  }
}
