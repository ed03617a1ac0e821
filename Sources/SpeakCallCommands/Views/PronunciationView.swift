import SpeechSynthesis

/// The pronunciations as a person reads them: the word, what is spoken, and when.
struct PronunciationView {
  let book: PronunciationBook

  /// One line a word.
  var lines: [String] {
    let width = book.entries.map(\.word.count).max() ?? 0
    return book.entries.map { entry in
      let conditions = [entry.language, entry.matchesCase ? "in this case" : nil].compactMap(\.self)
      let note = conditions.isEmpty ? "" : "  (\(conditions.joined(separator: ", ")))"
      let space = String(repeating: " ", count: width + 2 - entry.word.count)
      return TerminalText.sanitized("\(entry.word)\(space)\(entry.spoken)\(note)")
    }
  }
}
