import Testing

@testable import SpeakCallCommands

@Suite struct KeyReaderTests {
  private static let all: [(String, Key)] = [
    ("n", .character("n")), (" ", .character(" ")), ("é", .character("é")), ("語", .character("語")),
    ("👋", .character("👋")), ("\r", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
    ("\u{3}", .control("c")), ("\u{1}", .control("a")), ("\u{1B}[A", .up), ("\u{1B}[B", .down),
    ("\u{1B}[C", .right), ("\u{1B}[D", .left), ("\u{1B}OC", .right), ("\u{1B}[1;5D", .left), ("\u{1B}[H", .home),
    ("\u{1B}[4~", .end), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[3~", .delete),
    ("\u{1B}[200~", .other),
  ]

  @Test func allAtOnce() {
    var reader = KeyReader()
    #expect(reader.keys(in: Self.all.map(\.0).joined().utf8) == Self.all.map(\.1))
    #expect(!reader.isIncomplete)
  }

  @Test func byteByByte() {
    var reader = KeyReader()
    var keys: [Key] = []
    for byte in Self.all.map(\.0).joined().utf8 { keys += reader.keys(in: [byte]) }
    #expect(keys == Self.all.map(\.1))
  }

  @Test func onlyTimeTellsTheEscapeKey() {
    var reader = KeyReader()
    #expect(reader.keys(in: [0x1B]).isEmpty)
    #expect(reader.isIncomplete)
    #expect(reader.flush() == [.escape])
    #expect(!reader.isIncomplete)
    #expect(reader.keys(in: "\u{1B}q".utf8) == [.escape, .character("q")])
  }

  @Test(arguments: [[0xFF, 0x71], [0xC3, 0x28], [0xE2, 0x28, 0xA1], [0xF5, 0x71]] as [[UInt8]])
  func wrongBytesHideNoKey(bytes: [UInt8]) {
    var reader = KeyReader()
    let keys = reader.keys(in: bytes + Array("q".utf8))
    #expect(keys.first == .other && keys.last == .character("q"))
  }

  @Test func aSequenceWithoutEndEnds() {
    var reader = KeyReader()
    #expect(reader.keys(in: "\u{1B}[".utf8 + Array(repeating: UInt8(ascii: "1"), count: 40)) == [.other])
    #expect(reader.keys(in: "q".utf8) == [.character("q")])
  }

  @Test(
    arguments: [
      ("\u{1B}s", [.alt("s")]), ("\u{1B}é", [.alt("é")]), ("\u{1B}\r", [.alt("\r")]), ("\u{1B}[1;5C", [.wordRight]),
      ("\u{1B}[1;3D", [.wordLeft]), ("\u{1B}[15~", [.function(5)]), ("\u{1B}OQ", [.function(2)]),
      ("\u{1B}[[C", [.function(3)]), ("\u{1B}[200~a\nb\u{1B}[201~c", [.paste("a\nb"), .character("c")]),
    ] as [(String, [Key])])
  func typingTellsMoreKeys(bytes: String, keys: [Key]) {
    var reader = KeyReader(forTyping: true)
    #expect(reader.keys(in: bytes.utf8) == keys)
    var slow = KeyReader(forTyping: true)
    #expect(bytes.utf8.flatMap { slow.keys(in: [$0]) } == keys)
  }

  @Test func aPastedTextIsNotCutByTime() {
    var reader = KeyReader(forTyping: true)
    #expect(reader.keys(in: "\u{1B}[200~ab".utf8).isEmpty)
    #expect(!reader.isIncomplete && reader.flush().isEmpty)
    #expect(reader.keys(in: "c\u{1B}[201~".utf8) == [.paste("abc")])
  }
}
