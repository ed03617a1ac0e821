import Foundation
import Testing

@testable import SpeakCallCommands

@Suite(.timeLimit(.minutes(1))) struct ManualPageTests {
  @Test func pageIsUpToDate() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "man/speakcall.1"), encoding: .utf8)
    #expect(page == ManualPage.text(), "run: speakcall manual > man/speakcall.1")
  }

  @Test func specialCharactersAreEscaped() {
    #expect(ManualPage.escaped(".a \\n 'b' -c… 👩") == "\\&.a \\en \\(aqb\\(aq \\-c\\[u2026] \\[u1F469]")
    #expect(ManualPage.escaped("'x") == "\\&\\(aqx")
  }

  @Test(.enabled(if: Tool.exists("groff"), "groff is not installed"))
  func groffHasNoWarnings() async throws {
    let groff = try #require(Tool("groff"))
    let result = try await groff.run(["-man", "-ww", "-Tutf8", "-z"], input: ManualPage.text())
    #expect(result == ("", 0))
  }

  @Test(.enabled(if: Tool.exists("mandoc"), "mandoc is not installed"))
  func mandocHasNoWarnings() async throws {
    let result = try await #require(Tool("mandoc")).run(["-Tlint", "-Wwarning"], input: ManualPage.text())
    #expect(result == ("", 0))
  }
}
