import TestSupport
import Testing

@testable import TextProcessing

struct SentenceEndTests {
  private func ended(_ text: String) -> String? {
    SentenceEnd.last(in: Array(text.utf8)[...]).map { String(decoding: text.utf8.prefix($0), as: UTF8.self) }
  }

  @Test(arguments: [
    ("Hello. ", "Hello. "), ("Hello! How are", "Hello! "), ("Really?\" he", "Really?\" "), ("Wait… what", "Wait… "),
    ("“Yes.” she", "“Yes.” "), ("(It is.) But", "(It is.) "), ("What?! no", "What?! "), ("Well... I", "Well... "),
    ("One. Two. Three", "One. Two. "), ("At 10.30. Then", "At 10.30. "), ("It was 5. Then", "It was 5. "),
    ("So do I. And", "So do I. "), ("こんにちは。元気", "こんにちは。"), ("何！？そう", "何！？"), ("「はい。」と言", "「はい。」"),
    ("كيف؟ نعم", "كيف؟ "), ("ठीक। हाँ", "ठीक। "), ("One.\tTwo", "One.\t"),
  ])
  func anEndIsFound(text: String, sentence: String) {
    #expect(ended(text) == sentence)
  }

  @Test(arguments: [
    "", ".", "Hello", "Hello.", "Hello!", "Hello.\"", "3.14 is", "at 10.30 or", "notes.txt is", "Dr. Smith",
    "e.g. this",
    "z.B. das", "(e.g. this", "the U.S. and", "J. Smith", "1. Buy", "Mr. and Mrs. Smith", ". ", "こんにちは。", "何！？",
    "www.example.org?q=1", "St. Mary",
  ])
  func noEndIsFound(text: String) {
    #expect(ended(text) == nil)
  }

  @Test func whateverIsCutOrWrongIsWithinBounds() {
    var generator = SeededGenerator(seed: 5)
    let parts: [[UInt8]] =
      ["a", ".", " ", "。", "…", "!", "\"", "」", "1", "Dr"].map { Array($0.utf8) } + [[0xE3], [0x80], [0xFF]]
    for _ in 0..<3000 {
      let bytes = (0..<8).flatMap { _ in parts.randomElement(using: &generator) ?? [] }
      let cut = bytes.dropFirst(Int.random(in: 0...2)).dropLast(Int.random(in: 0...2))
      if let end = SentenceEnd.last(in: cut) { #expect(cut.indices.contains(end) || end == cut.endIndex) }
    }
  }
}
