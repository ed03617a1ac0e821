/// The words of a history, each with a number; upper and lower case are the same word.
struct Vocabulary: Sendable {
  /// The number that stands for the end of a sentence.
  static let sentenceEnd: Int32 = 0

  /// The words in lower case, by number.
  private(set) var folded: [[UInt8]] = [[]]
  /// The words as they were written last inside a sentence, or else at its beginning.
  private(set) var written: [String] = [""]
  private var wasInside: [Bool] = [false]
  private var slots = [Int32](repeating: 0, count: 1 << 12)

  /// How many numbers there are.
  var count: Int { folded.count }

  /// Returns the number of a word, which is new if it is not known; `isInside` tells that it does not begin a sentence.
  mutating func number(of word: Slice<UnsafeBufferPointer<UInt8>>, isInside: Bool) -> Int32 {
    if count * 2 > slots.count { grow() }
    let slot = slot(of: word)
    if slots[slot] == 0 {
      slots[slot] = Int32(folded.count)
      folded.append(Self.fold(word))
      written.append(String(decoding: word, as: UTF8.self))
      wasInside.append(isInside)
    } else if isInside {
      let number = Int(slots[slot])
      if !wasInside[number] || !written[number].utf8.elementsEqual(word) {
        written[number] = String(decoding: word, as: UTF8.self)
        wasInside[number] = true
      }
    }
    return slots[slot]
  }

  /// Returns the number of a word that is known.
  func number(ofKnown word: Slice<UnsafeBufferPointer<UInt8>>) -> Int32? {
    let number = slots[slot(of: word)]
    return number == 0 ? nil : number
  }

  private func slot(of word: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var slot = Self.hash(word) & (slots.count - 1)
    while slots[slot] != 0, !Self.isSame(folded[Int(slots[slot])], word) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 4)
    for number in 1..<folded.count {
      let place = folded[number].withUnsafeBufferPointer { slot(of: $0[...]) }
      slots[place] = Int32(number)
    }
  }

  static func fold(_ word: some Sequence<UInt8>) -> [UInt8] { word.map(lower) }

  private static func isSame(_ folded: [UInt8], _ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    folded.count == word.count && zip(folded, word).allSatisfy { $0 == lower($1) }
  }

  private static func hash(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in word { hash = (hash ^ UInt64(lower(byte))) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x3FFF_FFFF)
  }

  /// Letters of ASCII alone have a lower case here; of other scripts it would cost more than it is worth.
  static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
