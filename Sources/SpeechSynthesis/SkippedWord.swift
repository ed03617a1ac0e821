/// A word that was left out because espeak-ng fails on it.
public struct SkippedWord: Sendable, Equatable {
  /// The place of the word in the text as it was given, in Unicode scalars.
  public let offset: Int

  /// The word; outside text.
  public let text: String

  /// What happens when it is spoken, as a phrase.
  public let reason: String
}

extension SkippedWord: CustomStringConvertible {
  /// One line: the word, and why it was left out.
  public var description: String {
    let shown = text.prefix(40)
    return "“\(shown)\(shown.endIndex < text.endIndex ? "…" : "")” was left out: espeak-ng fails on it (\(reason))"
  }
}
