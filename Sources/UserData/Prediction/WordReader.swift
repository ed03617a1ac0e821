/// A tokenizer of UTF-8 into words and sentence ends, made for long histories.
struct WordReader: ~Copyable {
  /// A token of a text.
  enum Token: Equatable {
    case word(Range<Int>)
    case sentenceEnd
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the next token; `nil` at the end.
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

  /// Returns whether the byte is an apostrophe or hyphen inside a word.
  private func joins(_ place: Int) -> Bool {
    guard bytes[place] == UInt8(ascii: "'") || bytes[place] == UInt8(ascii: "-") else { return false }
    return place + 1 < bytes.count && Self.isWord(bytes, at: place + 1)
  }

  /// Returns whether the byte begins or continues a letter or digit.
  static func isWord(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    switch bytes[place] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xC1: true
    // U+00A0…U+00BF are signs, and so are those from U+2000 on except for the apostrophe. 0xE3 and 0xEF begin the
    // punctuation of Chinese and Japanese, and the variation selectors of emoji.
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
