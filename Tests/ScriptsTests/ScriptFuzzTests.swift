import TestSupport
import Testing

@testable import Scripts

/// Reads broken scripts: the seed of a failure is in the test's name.
struct ScriptFuzzTests {
  private static let seeds = [
    "@cast Alice voice=en-us+f2 rate=150\n\nAlice: Hello, 10:30?\n  and so on\n(pause 0.8)\nDr. Bob：x http://a: b\n# c\n",
    "1\n00:00:01,000 --> 00:00:02,500 X1:10\nALICE: <i>Hi</i> {\\an8}[x] &amp;\n\n2\n00:03,0 --> 00:04,0\n- No.\n",
    "WEBVTT x\n\nSTYLE\nx\n\nid\n00:01.000 --> 00:02.000 line:0\n<v.a Bob &lt;>x</v> <v Ann>y &#x41;.\n\nNOTE z\n",
  ]
  private static let pieces = [
    "\n", "\r", "\r\n", ":", "：", " ", "\t", "\u{3000}", "\0", "\u{FEFF}", "#", "@cast ", "=", "\"", "(pause ", ")",
    "9", ".",
    "-->", "<v ", "<", ">", "&", ";", "&#", "[", "]", "{\\", "é", "👩‍🚀", "e\u{301}", "WEBVTT", "NOTE", "\n\n", "A: ",
  ]

  @Test(arguments: 0..<24) func survivesBrokenScripts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for format in ScriptReader.Format.allCases {
      for _ in 0..<25 {
        var scalars = Array((Self.seeds.randomElement(using: &random) ?? "").unicodeScalars)
        for _ in 0..<Int.random(in: 1...12, using: &random) { Self.mutate(&scalars, &random) }
        Self.check(String(String.UnicodeScalarView(scalars)), as: format)
      }
    }
  }

  private static func mutate(_ scalars: inout [Unicode.Scalar], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0...scalars.count, using: &random)
    let end = min(scalars.count, place + Int.random(in: 0...8, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: scalars.removeSubrange(place..<end)
    case 1: scalars.insert(contentsOf: scalars[place..<end], at: Int.random(in: 0...scalars.count, using: &random))
    case 2: scalars.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").unicodeScalars, at: place)
    default:
      let times = Int.random(in: 1...40, using: &random)
      let piece = pieces.randomElement(using: &random) ?? ""
      scalars.replaceSubrange(place..<end, with: String(repeating: piece, count: times).unicodeScalars)
    }
  }

  private static func check(_ text: String, as format: ScriptReader.Format) {
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    let length = text.unicodeScalars.count
    var problems: [ScriptError] = []
    do {
      let script = try ScriptReader.read(text, as: format)
      problems = script.warnings
      #expect(!script.quotes.isEmpty, "\(text.debugDescription)")
      #expect(Set(script.cast.map(\.name)) == Set(script.quotes.map(\.speaker)), "\(text.debugDescription)")
      var last = 0
      for quote in script.quotes {
        #expect((max(1, last)...max(1, last, lines)).contains(quote.line), "\(text.debugDescription)")
        last = quote.line
        #expect(!quote.text.isEmpty && !quote.text.utf8.contains { $0 < 0x20 }, "\(text.debugDescription)")
        #expect(!quote.speaker.isEmpty && !quote.speaker.utf8.contains { $0 < 0x20 }, "\(text.debugDescription)")
        #expect((0...ScriptBuilder.longestPause).contains(quote.pauseBefore))
      }
      #expect(try ScriptReader.read(text, as: format) == script)
    } catch {
      problems = error.errors
      #expect(!problems.isEmpty)
      #expect(throws: error) { try ScriptReader.read(text, as: format) }
    }
    for problem in problems {
      #expect((1...max(1, lines)).contains(problem.line), "\(problem) \(text.debugDescription)")
      #expect((1...max(1, length + 1)).contains(problem.column), "\(problem) \(text.debugDescription)")
    }
  }
}
