/// A quote as it was heard, on the clock of the play.
struct HeardQuote: Sendable, Equatable {
  /// A word and when it began.
  struct Word: Sendable, Equatable {
    /// Its place in the text, in Unicode scalars.
    let offset: Int
    /// Its length in Unicode scalars.
    let length: Int
    /// Seconds since the first sample of the play.
    let start: Double
  }

  /// The place of the quote in the script.
  let quote: Int
  /// When it began, in seconds since the first sample of the play.
  let start: Double
  /// When its last sample was heard.
  var end: Double
  /// A Boolean value that indicates whether it was heard to its end.
  var isWhole = false
  /// The words that were heard, in their order.
  var words: [Word] = []

  /// Adds a word; one that is heard once more, after the speech was held, has its first time.
  mutating func hear(_ word: Word) {
    end = max(end, word.start)
    guard word.offset > words.last?.offset ?? -1 else { return }
    words.append(word)
  }
}
