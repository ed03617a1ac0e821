import TextProcessing

/// A rule for speaking a word or abbreviation.
public struct Pronunciation: Sendable, Equatable, Codable {
  /// The maximum number of Unicode scalars of a word.
  static let longestWord = 64

  /// The maximum number of bytes of a spelling.
  static let longestSpelling = 256

  /// The maximum number of bytes of phonemes, which espeak-ng reads as one word.
  static let longestPhonemes = 60

  /// The written word, which may contain spaces and marks.
  public let word: String
  /// The spoken replacement: a spelling, or espeak-ng phonemes in `[[` and `]]`.
  public let spoken: String
  /// The language that the rule applies to, with its dialects; `nil` for all.
  public let language: String?
  /// A Boolean value that indicates whether the case of the word matters.
  public let matchesCase: Bool

  /// The phonemes without their brackets; `nil` for a spelling.
  public var phonemes: Substring? {
    spoken.hasPrefix("[[") && spoken.hasSuffix("]]") ? spoken.dropFirst(2).dropLast(2) : nil
  }

  enum CodingKeys: String, CodingKey {
    case word, spoken, language
    case matchesCase = "case"
  }

  /// Creates a valid pronunciation.
  public init(
    word: String, spoken: String, language: String? = nil, matchesCase: Bool = false
  ) throws(PronunciationError) {
    self.word = Self.trimmed(word)
    self.spoken = Self.trimmed(spoken)
    self.language = language.map(LanguageTag.normalize)
    self.matchesCase = matchesCase
    guard !self.word.isEmpty, self.word.unicodeScalars.count <= Self.longestWord else { throw .badWord(word) }
    guard !self.spoken.isEmpty else { throw .notSpoken(word: word) }
    guard self.spoken.utf8.count <= Self.longestSpelling else {
      throw .tooLong(word: word, bytes: self.spoken.utf8.count, limit: Self.longestSpelling)
    }
    if let phonemes {
      guard phonemes.utf8.count <= Self.longestPhonemes else {
        throw .tooLong(word: word, bytes: phonemes.utf8.count, limit: Self.longestPhonemes)
      }
      let isPlain = phonemes.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x5B && $0 != 0x5D }
      guard isPlain, phonemes.contains(where: { $0 != " " }) else { throw .badPhonemes(word: word, spoken: spoken) }
    } else if spoken.contains("[[") {
      throw .badPhonemes(word: word, spoken: spoken)
    }
  }

  /// Decodes and validates a pronunciation.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      word: values.decode(String.self, forKey: .word), spoken: values.decode(String.self, forKey: .spoken),
      language: values.decodeIfPresent(String.self, forKey: .language),
      matchesCase: values.decodeIfPresent(Bool.self, forKey: .matchesCase) ?? false)
  }

  /// Encodes the values that are not the default.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(word, forKey: .word)
    try values.encode(spoken, forKey: .spoken)
    try values.encodeIfPresent(language, forKey: .language)
    if matchesCase { try values.encode(true, forKey: .matchesCase) }
  }

  /// Returns whether the rule applies to voices of a language.
  func applies(to tag: String) -> Bool {
    language.map { tag == $0 || tag.hasPrefix("\($0)-") } ?? true
  }

  private static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// An error in a pronunciation.
public enum PronunciationError: Error, Sendable, Equatable, CustomStringConvertible {
  case badWord(String)
  case notSpoken(word: String)
  case tooLong(word: String, bytes: Int, limit: Int)
  case badPhonemes(word: String, spoken: String)

  /// The problem, as one sentence without its full stop.
  public var description: String {
    switch self {
    case .badWord(let word): "'\(word)' is not a word of 1 to \(Pronunciation.longestWord) characters"
    case .notSpoken(let word): "nothing is spoken for '\(word)'"
    case .tooLong(let word, let bytes, let limit):
      "the spelling of '\(word)' has \(bytes) bytes, more than \(limit)"
    case .badPhonemes(let word, let spoken):
      "'\(spoken)' for '\(word)' is neither a spelling nor phonemes, which are ASCII between [[ and ]]"
    }
  }
}
