extension PhraseBook {
  /// Returns the text with the phrases in place of their names: `@name` at the beginning of a word, up to the end of the
  /// name.
  ///
  /// An `@` inside a word, as in an e-mail address, and one without a name behind it stay as they are; `@@` at the
  /// beginning of a word stands for one `@`. What a phrase says is not searched for names.
  public func expand(_ text: String) throws(PhraseError) -> String {
    guard text.unicodeScalars.contains("@") else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    var previous: Unicode.Scalar = " "
    while let scalar = rest.popFirst() {
      guard scalar == "@", Self.beginsWord(after: previous), let next = rest.first else {
        result.append(scalar)
        previous = scalar
        continue
      }
      if next == "@" {
        // The name behind it is not a phrase's, for what goes before it is no longer the beginning of a word.
        rest.removeFirst()
        result.append("@")
        previous = "@"
        continue
      }
      let name = Self.name(at: rest)
      if name.isEmpty {
        result.append(scalar)
      } else {
        result.append(contentsOf: try phrase(named: String(name)).text.unicodeScalars)
        rest = rest.dropFirst(name.count)
      }
      previous = scalar
    }
    return String(result)
  }

  private static func beginsWord(after previous: Unicode.Scalar) -> Bool {
    if previous.properties.isWhitespace { return true }
    return switch previous.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .dashPunctuation: true
    default: previous == "\"" || previous == "'" || previous == "¿" || previous == "¡"
    }
  }

  /// The name with which a text begins, which ends with a letter or digit; it may be empty.
  private static func name(at text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    var name = text.prefix { Phrase.isNameScalar($0) || $0 == "/" }
    while let last = name.last, last == "-" || last == "_" || last == "/" { name.removeLast() }
    return name.first.map { $0 == "-" || $0 == "_" || $0 == "/" } ?? true ? name.prefix(0) : name
  }
}
