import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport
import TextProcessing

/// `speakcall pronounce`: manages pronunciations of words and abbreviations.
enum PronounceCommand: Command {
  enum Action: String, CaseIterable, Sendable {
    case list, add, remove
  }

  static let language = Option(text: "language", value: "LANGUAGE", help: "only for voices of this language: en, en-gb")
  static let matchesCase = Option(flag: "case", help: "match case: US, but not us")
  static let json = Option(flag: "json", help: "list as JSON")
  static let action = Operand<Action?>(choice: .optional)
  static let word = Operand(optional: "WORD")
  static let spelling = Operand(any: "SPELLING")

  static let declaration = CommandDeclaration(
    name: "pronounce", abstract: "manage pronunciations of words and abbreviations",
    discussion: [
      "Replaces whole words with their spelling when speaking, except in SSML; events report the typed text. A spelling "
        + "between [[ and ]] is in espeak-ng phonemes; 'espeak-ng -x -q WORD' prints them.",
      "Pronunciations are stored in pronunciations.json in your configuration folder and apply from the next text on.",
    ],
    options: [language.declaration, matchesCase.declaration, json.declaration],
    operands: .of(action, word, spelling),
    examples: [
      .init(line: "speakcall pronounce add brb \"be right back\"", explanation: "Expand an abbreviation:"),
      .init(
        line: "speakcall pronounce add Siobhan \"[[SIv'O:n]]\" --language en", explanation: "Spell a name in phonemes:"),
      .init(line: "speakcall say --preview \"Siobhan will brb\"", explanation: "Listen to them:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let word = arguments[word]
    let spelling = arguments[spelling]
    switch arguments[action] ?? .list {
    case .list:
      if let word { throw .usage("pronounce list takes no operands, but got '\(word)'", command: "pronounce") }
      try list(arguments[json], in: context)
    case .add:
      guard let word, !spelling.isEmpty else {
        throw .usage("pronounce add needs a word and a spelling", command: "pronounce")
      }
      try add(try entry(word, spelling.joined(separator: " "), arguments), in: context)
    case .remove:
      guard let word, spelling.isEmpty else {
        throw .usage("pronounce remove needs exactly one word", command: "pronounce")
      }
      try remove(word, language: arguments[language], in: context)
    }
    return .success
  }

  private static func list(_ json: Bool, in context: CommandContext) throws(Failure) {
    let book = try context.read(try file(in: context))
    try context.terminal.write(
      json ? PronunciationFile.text(of: book) : PronunciationView(book: book).lines.map { $0 + "\n" }.joined())
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
    try context.change(try file(in: context)) { $0.add(entry) }.get()
  }

  /// Returns the part of an entry's phonemes that espeak-ng cannot read; fails if no voice has its language.
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
    let (removed, words) = try context.change(try file(in: context)) { book in
      (book.remove(word, language: language), book.entries.map(\.word))
    }.get()
    guard removed == 0 else { return }
    let hint = Failure.hint(Spelling.nearest(to: word, in: words).first)
    throw Failure(.usage, "no pronunciation of '\(word)'\(hint)", next: "speakcall pronounce list")
  }

  private static func file(in context: CommandContext) throws(Failure) -> PronunciationFile {
    PronunciationFile(folder: try context.paths().configuration)
  }
}
