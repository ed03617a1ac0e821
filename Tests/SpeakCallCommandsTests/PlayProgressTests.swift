import Testing

@testable import Scripts
@testable import SpeakCallCommands

@Suite struct PlayProgressTests {
  private static let quotes = [
    Quote(speaker: "A", text: String(repeating: "a", count: 100), line: 1),
    Quote(speaker: "B", text: String(repeating: "b", count: 300), line: 2, pauseBefore: 2),
  ]

  @Test func timeThatIsHeldDoesNotCount() {
    var progress = PlayProgress(Self.quotes)
    #expect(progress.elapsed(at: 50) == 0)
    progress.run(true, at: 100)
    #expect(progress.elapsed(at: 103) == 3)
    progress.run(false, at: 104)
    #expect(progress.elapsed(at: 110) == 4)
    progress.run(true, at: 110)
    progress.run(true, at: 111)
    #expect(progress.elapsed(at: 112) == 6)
  }

  @Test func theRestIsEstimatedFromWhatWasHeard() {
    var progress = PlayProgress(Self.quotes)
    let usual = progress.remaining(from: 0, after: 0)
    #expect(usual > 20 && usual < 40)
    #expect(progress.remaining(from: 2, after: 0) == 0)
    #expect(progress.remaining(from: 0, after: 50) < usual)
    progress.note(SpokenQuote(quote: 0, start: 0, end: 30))
    #expect(progress.remaining(from: 0, after: 0) > 1.5 * usual)
  }

  @Test func theFractionIsOfTheText() {
    let progress = PlayProgress(Self.quotes)
    #expect(progress.fraction(of: 0, after: 0) == 0)
    #expect(progress.fraction(of: 1, after: 100) == 0.5)
    #expect(progress.fraction(of: 2, after: 0) == 1)
  }
}
