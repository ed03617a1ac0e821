/// A text made safe for espeak-ng, with a mapping from its positions to the given text.
///
/// - Control characters become spaces: a NUL would end the text, and U+0001 begins espeak-ng's embedded commands.
/// - Words longer than ``longestWord`` are broken, because a word of about 140 bytes can abort the process.
struct EngineText {
  /// The maximum number of UTF-8 bytes of a word that is surely safe.
  static let longestWord = 64

  /// The UTF-8 bytes with a NUL at the end.
  let bytes: [UInt8]

  /// A Boolean value that indicates whether there is nothing to speak.
  let isBlank: Bool

  private enum Kind {
    case space, mark, letter
  }

  private let kinds: [Kind]
  private let breaks: [Int]

  init(_ text: String) {
    var bytes: [UInt8] = []
    var kinds: [Kind] = []
    var breaks: [Int] = []
    var wordBytes = 0
    for scalar in text.unicodeScalars {
      let scalar: Unicode.Scalar = Self.isControl(scalar) ? " " : scalar
      let kind = Self.kind(of: scalar)
      let encoded = scalar.utf8
      wordBytes = kind == .space || kind == .mark && !Self.joinsLetters(scalar) ? 0 : wordBytes + encoded.count
      if wordBytes > Self.longestWord {
        breaks.append(kinds.count + breaks.count)
        bytes.append(UInt8(ascii: " "))
        wordBytes = encoded.count
      }
      bytes += encoded
      kinds.append(kind)
    }
    isBlank = kinds.allSatisfy { $0 == .space }
    self.bytes = bytes + [0]
    self.kinds = kinds
    self.breaks = breaks
  }

  /// Returns the range in the given text of a word that espeak-ng reported.
  ///
  /// - Parameters:
  ///   - position: The first scalar of the word in espeak-ng's text, counted from 1.
  ///   - length: The length of the word. It is too long where one is spoken as several, and 0 for some words in
  ///     quotation marks, which then end with their letters.
  func word(position: Int, length: Int) -> Range<Int>? {
    let spoken = position - 1
    let start = spoken - breaks.count { $0 < spoken }
    guard kinds.indices.contains(start), length >= 0 else { return nil }
    let end = kinds[start...].firstIndex(of: .space) ?? kinds.count
    if length > 0 {
      let range = start..<min(end, start + length)
      return range.isEmpty ? nil : range
    }
    guard let first = kinds[start..<end].firstIndex(of: .letter),
      let last = kinds[start..<end].lastIndex(of: .letter)
    else { return nil }
    return first..<last + 1
  }

  /// The ranges in the given text of espeak-ng's words: runs between spaces, and the parts of broken words.
  var words: [Range<Int>] {
    let breaks = Set(breaks.enumerated().map { $1 - $0 })
    var words: [Range<Int>] = []
    var start: Int?
    for index in 0...kinds.count {
      let isEnd = index == kinds.count || kinds[index] == .space
      if let first = start, isEnd || breaks.contains(index) {
        words.append(first..<index)
        start = isEnd ? nil : index
      } else if !isEnd, start == nil {
        start = index
      }
    }
    return words
  }

  /// Returns the end of the punctuation that begins at a place.
  func endOfMarks(from place: Int) -> Int {
    kinds[place...].firstIndex { $0 != .mark } ?? kinds.count
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\t" && scalar != "\n" && scalar != "\r"
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    if scalar.properties.isWhitespace {
      return .space
    }
    return switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      .mark
    default: .letter
    }
  }

  /// Returns whether a mark may be part of a word; other punctuation begins a new one for espeak-ng.
  private static func joinsLetters(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "'", "’", "-", ".", "_", "*": true
    default: false
    }
  }
}
