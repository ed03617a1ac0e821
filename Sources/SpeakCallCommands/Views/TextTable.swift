import SpeechSynthesis
import UserData

/// Rows of text in aligned columns.
enum TextTable {
  /// Returns a line for each row, with two spaces between columns; the cells are made safe.
  static func lines(_ rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map(TerminalText.sanitized) }
    let last = (rows.map(\.count).max() ?? 1) - 1
    let widths = (0..<last).map { column in rows.map { CellWidth.columns(of: $0[column]) }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { CellWidth.padded($0, to: $1 + 2) }.joined() + row[last]
    }
  }
}

/// The list of phrases: the reference to type, and the text.
struct PhraseView {
  let book: PhraseBook

  /// The phrases without a group, then each group under its name.
  var lines: [String] {
    ([nil] + book.groups.map(Optional.some)).flatMap { group -> [String] in
      let phrases = book.phrases(in: group)
      guard !phrases.isEmpty else { return [] }
      return (group.map { [TerminalText.sanitized("\($0):")] } ?? [])
        + TextTable.lines(phrases.map { ["@\($0.name)", $0.text] })
    }
  }
}

/// The list of pronunciations: the word, its replacement, and the conditions.
struct PronunciationView {
  let book: PronunciationBook

  /// A line for each word.
  var lines: [String] {
    TextTable.lines(
      book.entries.map { entry in
        let conditions = [entry.language, entry.matchesCase ? "in this case" : nil].compactMap(\.self)
        let note = conditions.isEmpty ? "" : "  (\(conditions.joined(separator: ", ")))"
        return [entry.word, entry.spoken + note]
      })
  }
}

/// The list of voices: the value for `--voice`, and a description.
struct VoicesView {
  let voices: [Voice]

  /// A line for each voice.
  var lines: [String] { TextTable.lines(voices.map { [Self.name(of: $0), Self.description(of: $0)] }) }

  /// Returns the value for `--voice`: the language, or `+` and the name of a variant.
  private static func name(of voice: Voice) -> String {
    if let variant = voice.variant, voice.languages.isEmpty { return "+" + variant }
    return voice.languages.first ?? voice.identifier
  }

  private static func description(of voice: Voice) -> String {
    switch voice.gender {
    case .unspecified: voice.name
    case .male, .female: "\(voice.name), \(voice.gender.rawValue)"
    }
  }
}
