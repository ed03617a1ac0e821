import TextProcessing

/// A voice of espeak-ng.
public struct Voice: Sendable, Equatable, Codable {
  /// The gender a voice is described with.
  public enum Gender: String, Sendable, Codable {
    case unspecified, male, female
  }

  /// The name for people, as in "English (America)".
  public let name: String

  /// The name of its file, followed by `+` and the variant if there is one, as in "gmw/en-US+steph".
  public let identifier: String

  /// Language tags in lower case, the one it fits best first.
  public let languages: [String]

  /// The gender it is described with; a variant may sound otherwise.
  public let gender: Gender

  /// The variant that changes its sound, `nil` if it is spoken plainly.
  public let variant: String?
}

extension Voice {
  /// Returns the language tags to try, in this order, for a user who named no voice.
  ///
  /// The first non-empty of `LC_ALL`, `LC_MESSAGES` and `LANG` counts: `de_DE.UTF-8` gives `de-de`, `de`, `en-us`; none,
  /// `C` and `POSIX` give `en-us`.
  public static func defaults(environment: [String: String]) -> [String] {
    let fallback = "en-us"
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let locale else { return [fallback] }
    let tag = LanguageTag.normalize(locale)
    guard !tag.isEmpty, tag != "c", tag != "posix" else { return [fallback] }
    var tags: [String] = []
    for candidate in [tag, LanguageTag.language(of: tag), fallback] where !tags.contains(candidate) {
      tags.append(candidate)
    }
    return tags
  }
}
