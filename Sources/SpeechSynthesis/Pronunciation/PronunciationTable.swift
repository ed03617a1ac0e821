import TextProcessing

/// The pronunciations that apply to one language, indexed for use on texts.
struct PronunciationTable: Sendable {
  private struct Entry {
    let word: [Unicode.Scalar]
    let matchesCase: Bool
    let spoken: [Unicode.Scalar]
    let phonemes: Substring?
  }

  /// The language of the table.
  let language: String
  /// The entries by first letter in lower case: longest first, then those with a language, then those with a case.
  private var entries: [Unicode.Scalar: [Entry]] = [:]
  private let hasPhonemes: Bool

  /// Creates the table for voices of a language.
  init(_ book: PronunciationBook, language: String) {
    self.language = language
    let applying = book.entries.filter { $0.applies(to: language) }.sorted { first, second in
      let ranks = [first, second].map {
        (-$0.word.unicodeScalars.count, $0.language == nil ? 1 : 0, $0.matchesCase ? 0 : 1)
      }
      return ranks[0] < ranks[1]
    }
    hasPhonemes = applying.contains { $0.phonemes != nil }
    for entry in applying {
      let word = entry.word.unicodeScalars.map { entry.matchesCase ? $0 : Self.folded($0) }
      guard let first = word.first else { continue }
      entries[Self.folded(first), default: []].append(
        Entry(
          word: word, matchesCase: entry.matchesCase, spoken: Array(entry.spoken.unicodeScalars),
          phonemes: entry.phonemes))
    }
  }

  /// Returns the spoken form of a text, in which replacement stops before it exceeds `limit` bytes.
  func spokenForm(of text: String, limit: Int) -> SpokenForm {
    guard !entries.isEmpty else { return SpokenForm(unchanged: text) }
    let typed = Array(text.unicodeScalars)
    var spoken: [Unicode.Scalar] = []
    var replacements: [SpokenForm.Replacement] = []
    var usesPhonemes = false
    var room = limit - text.utf8.count
    var place = 0
    while place < typed.count {
      if let (end, scalars, isPhonemes) = match(at: place, in: typed), room >= scalars.count * 4 {
        let start = spoken.count
        spoken += scalars
        replacements.append(.init(spoken: start..<spoken.count, typed: place..<end))
        usesPhonemes = usesPhonemes || isPhonemes
        room -= scalars.count * 4
        place = end
      } else if hasPhonemes, typed[place] == "[", place + 1 < typed.count, typed[place + 1] == "[" {
        // Typed brackets must not begin phonemes; espeak-ng does not read them aloud anyway.
        spoken += [" ", " "]
        place += 2
      } else {
        spoken.append(typed[place])
        place += 1
      }
    }
    guard !replacements.isEmpty else { return SpokenForm(unchanged: text) }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: spoken)
    return SpokenForm(text: String(scalars), hasPhonemes: usesPhonemes, replacements: replacements)
  }

  private func match(
    at place: Int, in text: [Unicode.Scalar]
  ) -> (end: Int, spoken: [Unicode.Scalar], isPhonemes: Bool)? {
    guard let candidates = entries[Self.folded(text[place])], WordBoundary.isBoundary(place, in: text) else {
      return nil
    }
    for entry in candidates {
      let end = place + entry.word.count
      guard end <= text.count,
        zip(entry.word, text[place..<end]).allSatisfy({ $0 == (entry.matchesCase ? $1 : Self.folded($1)) })
      else { continue }
      let possessive = WordBoundary.endOfPossessive(from: end, in: text)
      if let possessive, let phonemes = entry.phonemes, language == "en" || language.hasPrefix("en-") {
        // espeak-ng would read the ending as a separate word.
        return (possessive, Array("[[\(phonemes)\(Self.possessive(of: phonemes))]]".unicodeScalars), true)
      }
      if possessive != nil || WordBoundary.isBoundary(end, in: text) {
        return (end, entry.spoken, entry.phonemes != nil)
      }
    }
    return nil
  }

  /// Returns the English possessive ending after phonemes, as in cat's, horse's and dog's.
  private static func possessive(of phonemes: Substring) -> String {
    if phonemes.last.map({ "szSZ".contains($0) }) ?? false { return "I2z" }
    return phonemes.last.map { "ptkfT".contains($0) } ?? false ? "s" : "z"
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first ?? scalar : scalar
  }
}
