/// What is wrong with a phrase, or with the name of one.
public enum PhraseError: Error, Sendable, Equatable {
  case badName(String)
  case noText(name: String)
  case textTooLong(name: String, bytes: Int)
  /// No phrase has the name; `nearest` is the known one most like it.
  case unknown(name: String, nearest: String?)
  /// Phrases of several groups have the name.
  case ambiguous(name: String, candidates: [String])
}

extension PhraseError: CustomStringConvertible {
  /// What is wrong, one sentence without its full stop.
  public var description: String {
    switch self {
    case .badName(let name):
      "'\(name)' cannot name a phrase: letters, digits, - and _ between them, and one / behind a group"
    case .noText(let name): "phrase '\(name)' has no text"
    case .textTooLong(let name, let bytes):
      "phrase '\(name)' has \(bytes) bytes, more than the \(Phrase.longestText) that one may have"
    case .unknown(let name, let nearest):
      "there is no phrase '\(name)'" + (nearest.map { "; the nearest known one is '\($0)'" } ?? "")
    case .ambiguous(let name, let candidates):
      "several groups have a phrase '\(name)': \(candidates.joined(separator: ", "))"
    }
  }
}
