/// Reads a text as words and ends of sentences; works on UTF-8, so that a long history is read at once.
struct WordReader: ~Copyable {
  /// What comes next in a text.
  enum Token: Equatable {
    case word(Range<Int>)
    case sentenceEnd
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the next token, or `nil` at the end.
  mutating func next() -> Token? {
    while place < bytes.count {
      let start = place
      if Self.isWord(bytes, at: place) {
        while place < bytes.count, Self.isWord(bytes, at: place) || joins(place) { place += 1 }
        return .word(start..<place)
      }
      let byte = bytes[place]
      place += Self.length(of: byte)
      if byte == 0x0A || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
        || byte >= 0xE2 && Self.endMarks.contains(where: { bytes[start...].starts(with: $0) })
      {
        return .sentenceEnd
      }
    }
    return nil
  }

  private static func length(of first: UInt8) -> Int {
    switch first {
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0...: 4
    default: 1
    }
  }

  /// An apostrophe or hyphen between letters.
  private func joins(_ place: Int) -> Bool {
    guard bytes[place] == UInt8(ascii: "'") || bytes[place] == UInt8(ascii: "-") else { return false }
    return place + 1 < bytes.count && Self.isWord(bytes, at: place + 1)
  }

  /// A Boolean value that indicates whether the byte belongs to a letter or digit, or goes on with a scalar that does.
  static func isWord(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    switch bytes[place] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xC1: true
    // U+00A0…U+00BF are signs; from U+2000 on come signs, of which the apostrophe belongs to words, the punctuation of
    // Chinese and Japanese, and what chooses the form of an emoji.
    case 0xC2: place + 1 < bytes.count && [0xAA, 0xB5, 0xBA].contains(bytes[place + 1])
    case 0xE2: place + 2 < bytes.count && bytes[place + 1] == 0x80 && bytes[place + 2] == 0x99
    case 0xE3: !(place + 1 < bytes.count && bytes[place + 1] == 0x80)
    case 0xEF: !(place + 1 < bytes.count && [0xB8, 0xBC].contains(bytes[place + 1]))
    case 0xC3...0xEE: true
    default: false
    }
  }

  private static let endMarks = ["…", "。", "！", "？"].map { Array($0.utf8) }
}
