/// What is wrong with a pronunciation.
public enum PronunciationError: Error, Sendable, Equatable {
  case badWord(String)
  case notSpoken(word: String)
  case tooLong(word: String, bytes: Int, limit: Int)
  case badPhonemes(word: String, spoken: String)
}

extension PronunciationError: CustomStringConvertible {
  /// What is wrong, one sentence without its full stop.
  public var description: String {
    switch self {
    case .badWord(let word): "'\(word)' is no word: 1 to \(Pronunciation.longestWord) characters"
    case .notSpoken(let word): "nothing is spoken for '\(word)'"
    case .tooLong(let word, let bytes, let limit):
      "what is spoken for '\(word)' has \(bytes) bytes, more than the \(limit) that it may have"
    case .badPhonemes(let word, let spoken):
      "'\(spoken)' for '\(word)' is neither a spelling nor phonemes, which are ASCII between [[ and ]]"
    }
  }
}
