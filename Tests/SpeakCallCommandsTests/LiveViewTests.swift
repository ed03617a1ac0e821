import TestSupport
import Testing

@testable import SpeakCallCommands

@Suite struct LiveViewTests {
  private func state(_ text: String, word: Range<Int>? = nil) -> LiveState {
    var state = LiveState()
    _ = state.follow(.utterance(1, .started(text: text, voice: "en", clock: 0)), text: { _ in nil })
    if let word {
      _ = state.follow(.utterance(1, .word(offset: word.lowerBound, length: word.count, time: 0)), text: { _ in nil })
    }
    return state
  }

  private func block(_ state: LiveState, columns: Int, rows: Int = 24, colour: Bool = false) -> Frame.Contents {
    let view = LiveView(state: state, size: (columns, rows), colour: colour)
    let input = InputRows("", cursor: 0, width: view.width, colour: colour)
    return view.block(input)
  }

  @Test func theWordBeingHeardIsSetOff() {
    let lines = block(state("Hello dear friend", word: 6..<10), columns: 40, colour: true).lines
    #expect(lines[0] == "▸ Hello \u{1B}[7mdear\u{1B}[0m friend")
  }

  @Test func aLongTextShowsTheLinesAroundTheWord() {
    let text = (1...40).map { "word\($0)" }.joined(separator: " ")
    let place = text.range(of: "word30").map { text.distance(from: text.startIndex, to: $0.lowerBound) } ?? 0
    let lines = block(state(text, word: place..<(place + 6)), columns: 40).lines
    #expect(lines.count == 5)
    #expect(lines[1].contains("word30"))
  }

  @Test(arguments: [12, 20, 40, 80, 200])
  func everyLineFits(columns: Int) {
    let text = "こんにちは、世界。 A word andanextraordinarilylongwordwithoutanyspace 👩‍👩‍👧 e\u{301}nd."
    for place in 0..<text.unicodeScalars.count {
      let lines = block(state(text, word: place..<(place + 1)), columns: columns).lines
      #expect(lines.allSatisfy { CellWidth.columns(of: $0) < columns }, "\(lines)")
    }
    let wrapped = LiveView(state: LiveState(), size: (columns, 24), colour: false).transcript(text)
    let joined = wrapped.joined().filter { $0 != " " }
    #expect(joined == text.filter { $0 != " " })
  }

  @Test func escapesStayVisible() {
    let lines = block(state("a\u{1B}[2Jb", word: 0..<1), columns: 80).lines
    #expect(lines[0] == "▸ a\\u{1B}[2Jb")
  }

  @Test func aSmallWindowKeepsTheInput() {
    let contents = block(state(String(repeating: "long text ", count: 30)), columns: 20, rows: 3)
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
