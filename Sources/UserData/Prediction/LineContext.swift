/// A line being typed, as the predictor sees it: the begun word and the words before it.
struct LineContext {
  /// The begun word in lower case, empty between words.
  private(set) var prefix: [UInt8] = []
  /// A Boolean value that indicates whether the begun word has a capital.
  private(set) var isCapital = false
  /// The number of the begun word, if it is a known word as it is.
  private(set) var wordNumber: Int32?
  /// The numbers of the words before it, from the last sentence end on; −1 for an unknown word.
  private(set) var before: [Int32] = [Vocabulary.sentenceEnd]
  /// A Boolean value that indicates whether a word can begin or continue here.
  private(set) var canGoOn = true

  /// A Boolean value that indicates whether it is the first word of its sentence.
  var beginsSentence: Bool { before.last == Vocabulary.sentenceEnd }

  init(_ line: String, in vocabulary: Vocabulary) {
    var line = line
    line.withUTF8 { bytes in
      var reader = WordReader(bytes)
      while let token = reader.next() {
        switch token {
        case .sentenceEnd: before = [Vocabulary.sentenceEnd]
        case .word(let range):
          let number = vocabulary.number(ofKnown: bytes[range])
          if range.upperBound == bytes.count {
            prefix = Vocabulary.fold(bytes[range])
            isCapital = (0x41...0x5A).contains(bytes[range.lowerBound])
            wordNumber = number
          } else {
            before.append(number ?? -1)
          }
        }
      }
      // After a comma or a quotation mark, a space comes first.
      canGoOn = prefix.isEmpty ? bytes.last.map { $0 == 0x20 } ?? true : true
    }
  }

  /// Completes the begun word as the given one.
  mutating func finishWord(_ number: Int32) {
    before.append(number)
    prefix = []
    wordNumber = nil
  }
}
