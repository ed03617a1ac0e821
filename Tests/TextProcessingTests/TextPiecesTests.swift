import Testing
import TextProcessing

struct TextPiecesTests {
  @Test(arguments: ["", "short", "two\nlines"]) func aShortTextIsOnePiece(text: String) {
    #expect(TextPieces.of(text) == [text])
  }

  @Test(arguments: [
    String(repeating: "A sentence of some words.\n", count: 4000),
    String(repeating: "words without an end ", count: 4000),
    String(repeating: "ü", count: 40_000), String(repeating: "👩‍👩‍👧", count: 4_000),
  ])
  func aLongTextIsCutWithoutLoss(text: String) {
    let pieces = TextPieces.of(text)
    #expect(pieces.count > 1)
    #expect(pieces.joined().unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(pieces.allSatisfy { $0.utf8.count <= TextPieces.limit && !$0.isEmpty })
  }

  @Test func theFirstPieceIsAFewSentences() {
    let text = String(repeating: "A sentence, said in 3.5 words. ", count: 34)
    #expect(TextPieces.of(text) == [String(text.prefix(16 * 31)), String(text.dropFirst(16 * 31))])
    #expect(TextPieces.of(String(text.prefix(1024))).count == 1)
    #expect(TextPieces.of(String(repeating: "words without an end ", count: 60)).count == 1)
  }

  @Test func theCutIsAtALineEnd() {
    let pieces = TextPieces.of(String(repeating: "A sentence of some words\n", count: 2000))
    #expect(pieces.allSatisfy { $0.hasSuffix("\n") })
  }
}
