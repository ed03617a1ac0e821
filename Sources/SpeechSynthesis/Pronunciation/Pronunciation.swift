import TextProcessing

/// How a word, or an abbreviation, is to be spoken.
public struct Pronunciation: Sendable, Equatable, Codable {
  /// The most Unicode scalars of a word.
  public static let longestWord = 64

  /// The most bytes of what is spoken.
  public static let longestSpelling = 256

  /// The most bytes of phonemes, which are one word for espeak-ng.
  public static let longestPhonemes = 60

  /// The word as it is written; it may contain spaces and marks.
  public let word: String
  /// What is spoken in its place: a spelling, or espeak-ng phonemes in `[[` and `]]`.
  public let spoken: String
  /// The language for which it counts, with its dialects; `nil` for all.
  public let language: String?
  /// A Boolean value that indicates whether only the word in the same upper and lower case is meant.
  public let matchesCase: Bool

  /// The phonemes, if it is spoken by phonemes.
  public var phonemes: Substring? {
    spoken.hasPrefix("[[") && spoken.hasSuffix("]]") ? spoken.dropFirst(2).dropLast(2) : nil
  }

  enum CodingKeys: String, CodingKey {
    case word, spoken, language
    case matchesCase = "case"
  }

  /// Creates a pronunciation; throws what is wrong with it.
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

  /// Reads a pronunciation and checks it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      word: values.decode(String.self, forKey: .word), spoken: values.decode(String.self, forKey: .spoken),
      language: values.decodeIfPresent(String.self, forKey: .language),
      matchesCase: values.decodeIfPresent(Bool.self, forKey: .matchesCase) ?? false)
  }

  /// Writes what is not the default.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(word, forKey: .word)
    try values.encode(spoken, forKey: .spoken)
    try values.encodeIfPresent(language, forKey: .language)
    if matchesCase { try values.encode(true, forKey: .matchesCase) }
  }

  /// A Boolean value that indicates whether it counts for a voice of this language.
  func counts(for tag: String) -> Bool {
    language.map { tag == $0 || tag.hasPrefix("\($0)-") } ?? true
  }

  private static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
