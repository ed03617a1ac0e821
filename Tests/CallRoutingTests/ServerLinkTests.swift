import Testing

@testable import CallRouting

@Suite struct ServerLinkTests {
  @Test(arguments: [(0, 100), (9.9, 100), (10, 100), (50, 500), (200, 2000), (3600, 2000)] as [(Double, Int)])
  func aServerThatStaysAwayIsAskedLessOften(seconds: Double, milliseconds: Int) {
    #expect(ServerLink.interval(after: .seconds(seconds)) == .milliseconds(milliseconds))
  }
}
