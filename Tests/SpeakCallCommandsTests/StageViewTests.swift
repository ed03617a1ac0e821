import Testing

@testable import SpeakCallCommands

@Suite struct StageViewTests {
  private static func state(cast: [String] = ["Alice", "Bob"], speakers: [Int] = [1, 0]) -> StageState {
    StageState(
      title: "meeting.txt", cast: cast, speakers: speakers, level: -27, text: "Loud and clear. Shall we begin?",
      isHeard: true, word: 5..<8, quote: 2, quotes: 12, fraction: 0.25, elapsed: 12.9, remaining: 3661,
      condition: .playing, notice: nil)
  }

  private static func lines(_ state: StageState, _ columns: Int, _ rows: Int, colour: Bool = false) -> [String] {
    StageView(state: state, columns: columns, rows: rows).lines(colour: colour)
  }

  @Test func fortyColumns() {
    #expect(
      Self.lines(Self.state(), 40, 18) == [
        " meeting.txt             quote 2 of 12",
        "",
        "     ╭───────╮          ╭───────╮",
        "     │ •   • │          │ ●   ● │",
        "     │  ───  │          │  ▄▄▄  │",
        "     ╰──┬─┬──╯          ╰──┬─┬──╯",
        "    ╭───╯ ╰───╮        ╭───╯ ╰───╮",
        "    │         │        │         │",
        "       Alice               Bob",
        "",
        " ╭─ Bob ─────────────────────────────╮",
        " │ Loud and clear. Shall we begin?   │",
        " │                                   │",
        " ╰───────────────────────────────────╯",
        "",
        "",
        " 0:12 ━━━━━────────────── 1:01:01 left",
        "space pause → next ← back s stop q quit",
      ])
  }

  @Test func eightyColumns() {
    #expect(
      Self.lines(Self.state(), 80, 16) == [
        " meeting.txt                                                     quote 2 of 12",
        "                       ╭───────╮             ╭───────╮",
        "                       │ •   • │             │ ●   ● │",
        "                       │  ───  │             │  ▄▄▄  │",
        "                       ╰──┬─┬──╯             ╰──┬─┬──╯",
        "                      ╭───╯ ╰───╮           ╭───╯ ╰───╮",
        "                      │         │           │         │",
        "                         Alice                  Bob",
        "",
        " ╭─ Bob ─────────────────────────────────────────────────────────────────────╮",
        " │ Loud and clear. Shall we begin?                                           │",
        " │                                                                           │",
        " ╰───────────────────────────────────────────────────────────────────────────╯",
        "",
        " 0:12 ━━━━━━━━━━━━━━━──────────────────────────────────────────── 1:01:01 left",
        " space pause   → next   ← previous   s stop   q quit",
      ])
  }

  @Test func twoHundredColumns() {
    #expect(
      Self.lines(Self.state(), 200, 14) == [
        " meeting.txt                                                                                                                                                                             quote 2 of 12",
        "                                                                                   ╭───────╮             ╭───────╮",
        "                                                                                   │ •   • │             │ ●   ● │",
        "                                                                                   │  ───  │             │  ▄▄▄  │",
        "                                                                                   ╰───────╯             ╰───────╯",
        "                                                                                     Alice                  Bob",
        "",
        "                                                            ╭─ Bob ──────────────────────────────────────────────────────────────────────╮",
        "                                                            │ Loud and clear. Shall we begin?                                            │",
        "                                                            │                                                                            │",
        "                                                            ╰────────────────────────────────────────────────────────────────────────────╯",
        "",
        " 0:12 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────── 1:01:01 left",
        " space pause   → next   ← previous   s stop   q quit",
      ])
  }

  @Test func wideAndCombiningCharacters() {
    var state = Self.state(cast: ["山田さん", "Zoe\u{301} 👨‍👩‍👧‍👦", "e\u{1B}[2J"], speakers: [0, 1, 2])
    state.text = "こんにちは、元気ですか。今日はとてもいい天気ですね。👋🏽 e\u{301}te\u{301}"
    state.word = 6..<12
    #expect(
      Self.lines(state, 44, 18) == [
        " meeting.txt                 quote 2 of 12",
        "",
        "  ╭───────╮     ╭───────╮     ╭───────╮",
        "  │ ●   ● │     │ •   • │     │ •   • │",
        "  │  ▄▄▄  │     │  ───  │     │  ───  │",
        "  ╰──┬─┬──╯     ╰──┬─┬──╯     ╰──┬─┬──╯",
        " ╭───╯ ╰───╮   ╭───╯ ╰───╮   ╭───╯ ╰───╮",
        " │         │   │         │   │         │",
        "   山田さん       Zoe\u{301} 👨‍👩‍👧‍👦      e\\u{1B}[2J",
        "",
        " ╭─ 山田さん ────────────────────────────╮",
        " │ こんにちは、元気ですか。今日はとても  │",
        " │ いい天気ですね。👋🏽 e\u{301}te\u{301}                │",
        " ╰───────────────────────────────────────╯",
        "",
        "",
        " 0:12 ━━━━━━───────────────── 1:01:01 left",
        "space pause → next ← back s stop q quit",
      ])
  }

  @Test func onlyTheWordIsSetOff() {
    let lines = Self.lines(Self.state(), 40, 18, colour: true)
    #expect(
      lines[11]
        == " \u{1B}[2m│ \u{1B}[0mLoud \u{1B}[1;7;33mand\u{1B}[0m\u{1B}[2m clear. Shall we begin?\u{1B}[0m  \u{1B}[2m │\u{1B}[0m"
    )
  }

  @Test func aPageOfALongText() {
    var state = Self.state()
    state.text = (0..<100).map { "word\($0)" }.joined(separator: " ")
    state.word = 291..<297
    #expect(
      Self.lines(state, 40, 10) == [
        " meeting.txt             quote 2 of 12",
        " ╭─ Bob ─────────────────────────────╮",
        " │ word34 word35 word36 word37       │",
        " │ word38 word39 word40 word41       │",
        " │ word42 word43 word44 word45       │",
        " │ word46 word47 word48 word49       │",
        " ╰───────────────────────────────────╯",
        "",
        " 0:12 ━━━━━────────────── 1:01:01 left",
        "space pause → next ← back s stop q quit",
      ])
  }

  @Test func whoSpeaksNextFindsRoomFirst() {
    let cast = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
    let lines = Self.lines(Self.state(cast: cast, speakers: [4, 1, 4, 5]), 45, 20)
    #expect(lines.contains { $0.split(separator: " ") == ["Ben", "Eve", "Fay"] }, "\(lines)")
  }

  @Test func aWindowThatIsTooSmall() {
    #expect(Self.lines(Self.state(), 20, 5) == ["Bob", "Loud and clear.", "Shall we begin?"])
    #expect(Self.lines(Self.state(), 1, 1).count == 1)
  }

  @Test(arguments: [StageState.Condition.paused, .stopped, .waiting]) func theConditionShows(
    condition: StageState.Condition
  ) {
    var state = Self.state()
    state.condition = condition
    let lines = Self.lines(state, 80, 20)
    #expect(lines[0].contains("· \(condition)"))
    #expect(lines[19].contains(condition == .waiting ? "space pause" : "space play"))
  }

  @Test func noLineReachesTheLastColumn() {
    var state = Self.state(cast: ["Alice", "山田さん山田さん山田さん", "👨‍👩‍👧‍👦👋🏽", "D", "E"], speakers: [1, 2, 0])
    state.title = String(repeating: "ü長", count: 100)
    state.notice = String(repeating: "notice 長 ", count: 50)
    for text in ["", "a", String(repeating: "長", count: 300), String(repeating: "long ", count: 200)] {
      state.text = text
      for columns in [1, 2, 3, 20, 39, 40, 41, 52, 60, 80, 131] {
        for rows in [1, 7, 8, 9, 12, 15, 24, 60] {
          let lines = Self.lines(state, columns, rows)
          #expect(lines.count <= rows)
          let widest = lines.map { CellWidth.columns(of: $0) }.max() ?? 0
          #expect(widest <= max(2, columns - 1), "\(columns) × \(rows)")
        }
      }
    }
  }

  @Test(arguments: [
    (0.0, "0:00"), (59.9, "0:59"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"), (-1, "0:00"), (1e12, "99:59:59"),
  ])
  func clock(seconds: Double, text: String) {
    #expect(StageView.clock(seconds) == text)
  }
}
