import Testing

@testable import SpeakCallCommands

@Suite struct ScreenFrameTests {
  @Test func onlyWhatHasChangedIsWritten() {
    var frame = Frame(.screen)
    #expect(
      frame.update(to: .init(lines: ["one", "two"]))
        == "\u{1B}[?2026h\u{1B}[0m\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K\u{1B}[?2026l")
    #expect(frame.update(to: .init(lines: ["one", "two"])) == "")
    #expect(frame.update(to: .init(lines: ["one", "three"])) == "\u{1B}[?2026h\u{1B}[2;1Hthree\u{1B}[K\u{1B}[?2026l")
  }

  @Test func rowsThatAreGoneAreCleared() {
    var frame = Frame(.screen)
    _ = frame.update(to: .init(lines: ["one", "two"]))
    #expect(frame.update(to: .init(lines: ["one"])) == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[K\u{1B}[?2026l")
    #expect(frame.update(to: .init(lines: ["one", ""])) == "")
  }

  @Test func everythingIsRedrawnAfterInvalidation() {
    var frame = Frame(.screen)
    let first = frame.update(to: .init(lines: ["one"]))
    frame.invalidate()
    #expect(frame.update(to: .init(lines: ["one"])) == first)
  }
}

@Suite struct BottomFrameTests {
  @Test func onlyChangedLinesAreWritten() {
    var frame = Frame(.bottom)
    let first = frame.update(to: .init(lines: ["a", "b", "› "], row: 2, column: 2), finished: [], width: 20)
    #expect(first.contains("a\r\nb\r\n› "))
    #expect(frame.update(to: .init(lines: ["a", "b", "› "], row: 2, column: 2), finished: [], width: 20).isEmpty)
    let second = frame.update(to: .init(lines: ["a", "c", "› "], row: 2, column: 2), finished: [], width: 20)
    #expect(second == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[1A\rc\u{1B}[K\u{1B}[1B\r\u{1B}[2C\u{1B}[?25h\u{1B}[?2026l")
  }

  @Test func finishedLinesGoAbove() {
    var frame = Frame(.bottom)
    _ = frame.update(to: .init(lines: ["a", "› "], row: 1, column: 2), finished: [], width: 20)
    let update = frame.update(to: .init(lines: ["› "], row: 0, column: 2), finished: ["done"], width: 20)
    #expect(update.contains("\u{1B}[1A\r\u{1B}[Jdone\r\n› "))
    #expect(frame.erase() == "\r\u{1B}[J")
    #expect(frame.erase().isEmpty)
  }

  @Test func aNarrowerWindowHasBrokenTheLines() {
    var frame = Frame(.bottom)
    _ = frame.update(to: .init(lines: ["0123456789", "› "], row: 1, column: 2), finished: [], width: 20)
    let update = frame.update(to: .init(lines: ["0123", "› "], row: 1, column: 2), finished: [], width: 5)
    #expect(update.contains("\u{1B}[2A\r\u{1B}[J"))
  }
}
