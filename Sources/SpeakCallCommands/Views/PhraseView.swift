import UserData

/// The phrases as a person reads them: what to type, and what is said.
struct PhraseView {
  let book: PhraseBook

  /// Those without a group, then each group under its name.
  var lines: [String] {
    let groups = [nil] + book.groups.map(Optional.some)
    return groups.flatMap { group -> [String] in
      let phrases = book.phrases(in: group)
      guard !phrases.isEmpty else { return [] }
      let width = phrases.map(\.name.count).max() ?? 0
      let rows = phrases.map { phrase in
        let space = String(repeating: " ", count: width + 2 - phrase.name.count)
        return TerminalText.sanitized("@\(phrase.name)\(space)\(phrase.text)")
      }
      return (group.map { [TerminalText.sanitized("\($0):")] } ?? []) + rows
    }
  }
}
