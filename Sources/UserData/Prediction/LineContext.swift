/// A line being typed, as the predictor sees it: the word that was begun, and the words before it.
struct LineContext {
  /// The beginning of the word, in lower case; empty between words.
  private(set) var prefix: [UInt8] = []
  /// A Boolean value that indicates whether it was begun with a capital letter.
  private(set) var isCapital = false
  /// The number of the beginning, if it is a word itself.
  private(set) var wordNumber: Int32?
  /// The numbers of the words before it in its sentence, with the end of the sentence before; −1 for a word that is not
  /// known.
  private(set) var before: [Int32] = [Vocabulary.sentenceEnd]
  /// A Boolean value that indicates whether a word can be begun or ended here.
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
      // Behind a comma or a quotation mark, a space is typed first.
      canGoOn = prefix.isEmpty ? bytes.last.map { $0 == 0x20 } ?? true : true
    }
  }

  /// Goes on to the next word.
  mutating func finishWord(_ number: Int32) {
    before.append(number)
    prefix = []
    wordNumber = nil
  }
}
