import Testing

@testable import SpeakCallCommands

@Suite struct FrameTests {
  @Test func onlyWhatHasChangedIsWritten() {
    var frame = Frame()
    #expect(
      frame.update(to: ["one", "two"])
        == "\u{1B}[?2026h\u{1B}[0m\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K\u{1B}[?2026l")
    #expect(frame.update(to: ["one", "two"]) == "")
    #expect(frame.update(to: ["one", "three"]) == "\u{1B}[?2026h\u{1B}[2;1Hthree\u{1B}[K\u{1B}[?2026l")
  }

  @Test func rowsThatAreGoneAreCleared() {
    var frame = Frame()
    _ = frame.update(to: ["one", "two"])
    #expect(frame.update(to: ["one"]) == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[K\u{1B}[?2026l")
    #expect(frame.update(to: ["one", ""]) == "")
  }

  @Test func whatWasForgottenIsDrawnAnew() {
    var frame = Frame()
    let first = frame.update(to: ["one"])
    frame.forget()
    #expect(frame.update(to: ["one"]) == first)
  }
}
