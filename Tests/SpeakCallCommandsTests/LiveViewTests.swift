import TestSupport
import Testing

@testable import SpeakCallCommands

@Suite struct LiveViewTests {
  private func scene(_ text: String, word: Range<Int>? = nil) -> LiveScene {
    var scene = LiveScene()
    _ = scene.follow(.utterance(1, .started(text: text, voice: "en", clock: 0)), text: { _ in nil })
    if let word {
      _ = scene.follow(.utterance(1, .word(offset: word.lowerBound, length: word.count, time: 0)), text: { _ in nil })
    }
    return scene
  }

  private func block(_ scene: LiveScene, columns: Int, rows: Int = 24, colour: Bool = false) -> BottomBlock.Contents {
    let view = LiveView(scene: scene, size: (columns, rows), colour: colour)
    let input = InputRows("", cursor: 0, width: view.width, colour: colour)
    return view.block(input)
  }

  @Test func theWordBeingHeardIsSetOff() {
    let lines = block(scene("Hello dear friend", word: 6..<10), columns: 40, colour: true).lines
    #expect(lines[0] == "▸ Hello \u{1B}[7mdear\u{1B}[0m friend")
  }

  @Test func aLongTextShowsTheLinesAroundTheWord() {
    let text = (1...40).map { "word\($0)" }.joined(separator: " ")
    let place = text.range(of: "word30").map { text.distance(from: text.startIndex, to: $0.lowerBound) } ?? 0
    let lines = block(scene(text, word: place..<(place + 6)), columns: 40).lines
    #expect(lines.count == 5)
    #expect(lines[1].contains("word30"))
  }

  @Test(arguments: [12, 20, 40, 80, 200])
  func everyLineFits(columns: Int) {
    let text = "こんにちは、世界。 A word andanextraordinarilylongwordwithoutanyspace 👩‍👩‍👧 e\u{301}nd."
    for place in 0..<text.unicodeScalars.count {
      let lines = block(scene(text, word: place..<(place + 1)), columns: columns).lines
      #expect(lines.allSatisfy { CellWidth.columns(of: $0) < columns }, "\(lines)")
    }
    let wrapped = LiveView.wrapped(text, width: columns - 1, indent: 2)
    let joined = wrapped.joined().filter { $0 != " " }
    #expect(joined == text.filter { $0 != " " })
  }

  @Test func escapesStayVisible() {
    let lines = block(scene("a\u{1B}[2Jb", word: 0..<1), columns: 80).lines
    #expect(lines[0] == "▸ a\\u{1B}[2Jb")
  }

  @Test func aSmallWindowKeepsTheInput() {
    let contents = block(scene(String(repeating: "long text ", count: 30)), columns: 20, rows: 3)
    #expect(contents.lines.count == 2 && contents.row == 1)
  }
}

@Suite struct InputRowsTests {
  @Test func theCursorFollowsTheColumns() {
    let rows = InputRows("日本語", cursor: 2, width: 20, colour: false)
    #expect(rows.rows == ["› 日本語"] && rows.cursor == (0, 6))
    #expect(InputRows("", cursor: 0, width: 20, colour: false).cursor == (0, 2))
    // Two scalars that are one character have one place.
    #expect(InputRows("e\u{301}x", cursor: 2, width: 20, colour: false).cursor == (0, 3))
  }

  @Test func aLongLineGoesOnInTheNextRow() {
    let rows = InputRows("abcdefgh", cursor: 8, width: 6, colour: false)
    #expect(rows.rows == ["› abcd", "  efgh"] && rows.cursor == (1, 2))
    let wide = InputRows("abc日本", cursor: 3, width: 6, colour: false)
    #expect(wide.rows == ["› abc", "  日本"] && wide.cursor == (1, 2))
  }

  @Test func aSuggestionStandsAtTheEndOnly() {
    #expect(
      InputRows("Hel", cursor: 3, suggestion: "lo", width: 20, colour: true).rows == ["› Hel\u{1B}[90mlo\u{1B}[0m"])
    #expect(InputRows("Hel", cursor: 1, suggestion: "lo", width: 20, colour: true).rows == ["› Hel"])
  }

  @Test func aSearchStandsBelow() {
    #expect(InputRows("found\nbck:fo", cursor: 0, width: 20, colour: false).rows == ["› found", "  bck:fo"])
  }

  @Test func theRowsAroundTheCursorAreKept() {
    var rows = InputRows(String(repeating: "abcd", count: 10), cursor: 20, width: 6, colour: false)
    rows.keep(3)
    #expect(rows.rows.count == 3 && (0..<3).contains(rows.cursor.row))
  }
}

@Suite struct BottomBlockTests {
  @Test func onlyChangedLinesAreWritten() {
    var block = BottomBlock()
    let first = block.update(to: .init(lines: ["a", "b", "› "], row: 2, column: 2), finished: [], width: 20)
    #expect(first.contains("a\r\nb\r\n› "))
    #expect(block.update(to: .init(lines: ["a", "b", "› "], row: 2, column: 2), finished: [], width: 20).isEmpty)
    let second = block.update(to: .init(lines: ["a", "c", "› "], row: 2, column: 2), finished: [], width: 20)
    #expect(second == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[1A\rc\u{1B}[K\u{1B}[1B\r\u{1B}[2C\u{1B}[?25h\u{1B}[?2026l")
  }

  @Test func finishedLinesGoAbove() {
    var block = BottomBlock()
    _ = block.update(to: .init(lines: ["a", "› "], row: 1, column: 2), finished: [], width: 20)
    let update = block.update(to: .init(lines: ["› "], row: 0, column: 2), finished: ["done"], width: 20)
    #expect(update.contains("\u{1B}[1A\r\u{1B}[Jdone\r\n› "))
    #expect(block.erase() == "\r\u{1B}[J")
    #expect(block.erase().isEmpty)
  }

  @Test func aNarrowerWindowHasBrokenTheLines() {
    var block = BottomBlock()
    _ = block.update(to: .init(lines: ["0123456789", "› "], row: 1, column: 2), finished: [], width: 20)
    let update = block.update(to: .init(lines: ["0123", "› "], row: 1, column: 2), finished: [], width: 5)
    #expect(update.contains("\u{1B}[2A\r\u{1B}[J"))
  }
}

@Suite struct LiveCompletionTests {
  @Test func commandsAreCompleted() {
    let completion = LiveCompletion()
    #expect(completion.continuations(of: "/mi") == ["c ", "c mix", "c duck", "c mute"])
    #expect(LiveCompletion.commonStart(of: completion.continuations(of: "/mi")) == "c ")
    #expect(completion.continuations(of: "/type s") == ["entence"])
    #expect(completion.continuations(of: "Hello").isEmpty)
  }
}

@Suite struct LineHistoryTests {
  @Test func sessionsKeepEachOthersLines() throws {
    let folder = try TemporaryFolder()
    var first = LineHistory(folder: folder.path), second = LineHistory(folder: folder.path)
    #expect(first.read().lines.isEmpty && second.read().lines.isEmpty)
    try first.append("one")
    try second.append("two")
    try first.append("three")
    try first.append("three")
    #expect(second.read().lines == ["one", "two", "three"])
  }

  @Test func itIsBounded() throws {
    let folder = try TemporaryFolder()
    var history = LineHistory(folder: folder.path)
    for number in 1...(LineHistory.limit + 5) { try history.append("\(number)") }
    let lines = history.read().lines
    #expect(lines.count == LineHistory.limit && lines.first == "6")
  }

  @Test func nothingIsKeptWithoutAFolder() throws {
    var history = LineHistory(folder: nil)
    try history.append("secret")
    #expect(history.read().lines.isEmpty)
  }
}
