import Testing

@testable import TextProcessing

@Suite struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("say", "", 3), ("say", "say", 0), ("sya", "say", 1), ("sy", "say", 1), ("stauts", "status", 1),
    ("kitten", "sitting", 3), ("ab", "ba", 1), ("ca", "abc", 3),
  ])
  func distances(first: String, second: String, expected: Int) {
    let first = Array(first.unicodeScalars), second = Array(second.unicodeScalars)
    #expect(Spelling.distance(first, second) == expected)
    #expect(Spelling.distance(second, first) == expected)
  }

  @Test func closestIsUnbounded() {
    #expect(Spelling.closest(to: "stpo", in: ["say", "skip", "stop"]) == "stop")
    #expect(Spelling.closest(to: "zzzzzz", in: ["one", "two"]) == "one")
    #expect(Spelling.closest(to: "x", in: []) == nil)
  }

  @Test func nearestIsBounded() {
    #expect(Spelling.nearest(to: "ALCIE", in: ["Alice", "Bob", "Alive"]) == ["Alice", "Alive"])
    #expect(Spelling.nearest(to: "zzzzzz", in: ["one", "two"]) == [])
  }
}
