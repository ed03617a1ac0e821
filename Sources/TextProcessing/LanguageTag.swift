/// Language tags in the spelling of espeak-ng: lower case, hyphens, no encoding or modifier.
package enum LanguageTag {
  /// Returns the tag of a locale name or language tag: `de-at` for `de_AT.UTF-8`.
  package static func normalize(_ tag: String) -> String {
    let plain = tag.prefix { $0 != "." && $0 != "@" }
    return String(plain.lowercased().map { $0 == "_" ? "-" : $0 })
  }

  /// Returns the language of a normalized tag, without region and script: `de` for `de-at`.
  package static func language(of tag: String) -> String {
    tag.split(separator: "-").first.map(String.init) ?? tag
  }
}
