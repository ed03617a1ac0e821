/// The words of a history, each with a number; case is ignored.
struct Vocabulary: Sendable {
  /// The number that stands for the end of a sentence.
  static let sentenceEnd: Int32 = 0

  /// The words in lower case, by number.
  private(set) var folded: [[UInt8]] = [[]]
  /// The words as last written inside a sentence, or else at its beginning.
  private(set) var written: [String] = [""]
  private var wasInside: [Bool] = [false]
  private var numbers: [[UInt8]: Int32] = [:]

  /// Returns the number of a word, which is added if it is new.
  ///
  /// - Parameter isInside: Whether the word is inside a sentence, where its capitals count.
  mutating func number(of word: Slice<UnsafeBufferPointer<UInt8>>, isInside: Bool) -> Int32 {
    let key = Self.fold(word)
    guard let number = numbers[key] else {
      let number = Int32(folded.count)
      numbers[key] = number
      folded.append(key)
      written.append(String(decoding: word, as: UTF8.self))
      wasInside.append(isInside)
      return number
    }
    let place = Int(number)
    if isInside, !wasInside[place] || !written[place].utf8.elementsEqual(word) {
      written[place] = String(decoding: word, as: UTF8.self)
      wasInside[place] = true
    }
    return number
  }

  /// Returns the number of a known word.
  func number(ofKnown word: Slice<UnsafeBufferPointer<UInt8>>) -> Int32? { numbers[Self.fold(word)] }

  /// Returns a word in lower case.
  static func fold(_ word: some Sequence<UInt8>) -> [UInt8] { word.map(lower) }

  /// Returns a byte in lower case; only ASCII is folded, because the rest would cost more than it is worth.
  static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
