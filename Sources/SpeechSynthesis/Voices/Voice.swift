import TextProcessing

/// A voice of espeak-ng.
public struct Voice: Sendable, Equatable, Codable {
  /// The described gender of a voice.
  public enum Gender: String, Sendable, Codable {
    case unspecified, male, female
  }

  /// The display name, such as "English (America)".
  public let name: String

  /// The file name, with `+` and the variant if there is one, such as "gmw/en-US+steph".
  public let identifier: String

  /// The language tags in lower case, best fit first.
  public let languages: [String]

  /// The described gender; a variant may sound different.
  public let gender: Gender

  /// The variant, `nil` for the plain voice.
  public let variant: String?
}

extension Voice {
  /// Returns the language tags to try in order for a user who named no voice.
  ///
  /// They come from the first non-empty of `LC_ALL`, `LC_MESSAGES` and `LANG`: `de_DE.UTF-8` gives `de-de`, `de` and
  /// `en-us`; `C`, `POSIX` and none give `en-us`.
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
