/// A text, cut into the parts that stand on one line.
enum CaptionText {
  /// A word with its punctuation.
  struct Token: Equatable {
    var text: String

    /// Its place in the text, in Unicode scalars.
    var offset: Int
  }

  /// Returns the words of a text, up to a number of Unicode scalars; what is too long for a line is cut.
  static func tokens(of text: String, upTo end: Int?) -> [Token] {
    var tokens: [Token] = []
    var word = ""
    var offset = 0
    var place = 0
    func finish() {
      if !word.isEmpty { tokens.append(Token(text: word, offset: offset)) }
      word = ""
    }
    for character in text {
      if let end, place >= end { break }
      if character.isWhitespace || character.unicodeScalars.allSatisfy({ $0.value < 0x20 }) {
        finish()
      } else {
        if word.count >= CaptionTrack.longestLine { finish() }
        if word.isEmpty { offset = place }
        word.append(character)
      }
      place += character.unicodeScalars.count
    }
    finish()
    return tokens
  }
}
