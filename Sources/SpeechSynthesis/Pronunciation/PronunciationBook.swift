import TextProcessing

/// The user's pronunciations, in the order in which they were added.
public struct PronunciationBook: Sendable, Equatable, Codable {
  /// All of them.
  public private(set) var entries: [Pronunciation]

  /// Creates a book.
  public init(_ entries: [Pronunciation] = []) { self.entries = entries }

  /// Reads a list of pronunciations.
  public init(from decoder: any Decoder) throws { entries = try [Pronunciation](from: decoder) }

  /// Writes a list of pronunciations.
  public func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }

  /// Adds a pronunciation, or puts it in the place of that of the same word, language and case.
  public mutating func add(_ entry: Pronunciation) {
    entries.removeAll { other in
      other.language == entry.language && other.matchesCase == entry.matchesCase
        && (entry.matchesCase ? other.word == entry.word : other.word.lowercased() == entry.word.lowercased())
    }
    entries.append(entry)
  }

  /// Removes what is known of a word, in one language if one is given; returns how many pronunciations that were.
  public mutating func remove(_ word: String, language: String? = nil) -> Int {
    let count = entries.count
    let language = language.map(LanguageTag.normalize)
    entries.removeAll {
      $0.word.lowercased() == word.lowercased() && (language == nil || $0.language == language)
    }
    return count - entries.count
  }
}
