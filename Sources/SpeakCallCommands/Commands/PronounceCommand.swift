import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport
import TextProcessing

/// `speakcall pronounce`: how words and abbreviations are spoken.
enum PronounceCommand: Command {
  enum Action: String, CaseIterable, Sendable {
    case list, add, remove
  }

  static let language = Option(text: "language", value: "LANGUAGE", help: "only for voices of this language: en, en-gb")
  static let matchesCase = Option(flag: "case", help: "only in the same upper and lower case: US, but not us")
  static let json = Option(flag: "json", help: "list as JSON")
  static let action = Operand<Action?>(choice: .optional)
  static let word = Operand(optional: "WORD")
  static let spelling = Operand(any: "SPELLING")

  static let declaration = CommandDeclaration(
    name: "pronounce", abstract: "say how words and abbreviations are spoken",
    discussion: [
      "Whole words are spoken as the spelling says, in all texts but SSML; events still tell of what was typed. A "
        + "spelling in [[ and ]] is espeak-ng phonemes, which 'espeak-ng -x -q WORD' shows.",
      "They are kept in pronunciations.json in your configuration folder and count from the next text on.",
    ],
    options: [language.declaration, matchesCase.declaration, json.declaration],
    operands: .of(action, word, spelling),
    examples: [
      .init(line: "speakcall pronounce add brb \"be right back\"", explanation: "An abbreviation:"),
      .init(
        line: "speakcall pronounce add Siobhan \"[[SIv'O:n]]\" --language en", explanation: "A name, by its sounds:"),
      .init(line: "speakcall say --preview \"Siobhan will brb\"", explanation: "To hear it:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let word = arguments[word]
    let spelling = arguments[spelling]
    switch arguments[action] ?? .list {
    case .list:
      if let word { throw .usage("pronounce list takes no operand '\(word)'", command: "pronounce") }
      try list(arguments[json], in: context)
    case .add:
      guard let word, !spelling.isEmpty else {
        throw .usage("pronounce add needs a word and a spelling", command: "pronounce")
      }
      try add(try entry(word, spelling.joined(separator: " "), arguments), in: context)
    case .remove:
      guard let word, spelling.isEmpty else { throw .usage("pronounce remove needs one word", command: "pronounce") }
      try remove(word, language: arguments[language], in: context)
    }
    return .success
  }

  private static func list(_ json: Bool, in context: CommandContext) throws(Failure) {
    let book = try read(in: context)
    try context.terminal.write(
      json ? UserDocument.text(of: book) : PronunciationView(book: book).lines.map { $0 + "\n" }.joined())
  }

  private static func entry(
    _ word: String, _ spoken: String, _ arguments: ParsedArguments
  ) throws(Failure) -> Pronunciation {
    do throws(PronunciationError) {
      return try Pronunciation(
        word: word, spoken: spoken, language: arguments[language], matchesCase: arguments[matchesCase])
    } catch {
      throw Failure(.usage, error.description, next: "speakcall help pronounce")
    }
  }

  private static func add(_ entry: Pronunciation, in context: CommandContext) throws(Failure) {
    if let bad = try unreadable(entry, in: context) {
      throw Failure(.usage, "espeak-ng cannot read '\(bad)' as phonemes", next: "espeak-ng -x -q '\(entry.word)'")
    }
    let file = PronunciationFile(folder: try context.paths().configuration)
    try context.changing { () throws(FileError) in try file.change { $0.add(entry) } }.get()
  }

  /// What espeak-ng cannot read of an entry's phonemes; fails when there is no voice of its language.
  private static func unreadable(_ entry: Pronunciation, in context: CommandContext) throws(Failure) -> Substring? {
    let settings = try context.settings()
    let voice = entry.language ?? settings.text(Setting.language)
    do throws(SpeechError) {
      if let language = entry.language { _ = try InstalledVoices.resolve(language) }
      guard let phonemes = entry.phonemes else { return nil }
      return try InstalledVoices.unreadable(phonemes: phonemes, voice: voice, environment: context.environment)
    } catch {
      throw Failure(error)
    }
  }

  private static func remove(_ word: String, language: String?, in context: CommandContext) throws(Failure) {
    let file = PronunciationFile(folder: try context.paths().configuration)
    let (removed, words) = try context.changing { () throws(FileError) in
      try file.change { book in (book.remove(word, language: language), book.entries.map(\.word)) }
    }.get()
    guard removed == 0 else { return }
    let hint = Spelling.nearest(to: word, in: words).first.map { "; the nearest known one is '\($0)'" } ?? ""
    throw Failure(.usage, "there is no pronunciation of '\(word)'\(hint)", next: "speakcall pronounce list")
  }

  private static func read(in context: CommandContext) throws(Failure) -> PronunciationBook {
    let file = PronunciationFile(folder: try context.paths().configuration)
    do throws(FileError) {
      let (book, damage) = try file.read()
      if let damage { context.terminal.report(TerminalText.sanitized("speakcall: \(damage).")) }
      return book
    } catch {
      throw Failure(.failure, error.description, next: error.remedy)
    }
  }
}
