import FoundationEssentials
import SpeakCallProtocol
import SystemSupport
import TextProcessing
import UserData

/// `speakcall phrase`: manages stored phrases.
enum PhraseCommand: Command {
  enum Action: String, CaseIterable, Sendable {
    case list, add, remove, `import`, export
  }

  static let group = Option(text: "group", value: "GROUP", help: "add to this group, or list only this group")
  static let names = Option(flag: "names", help: "list only the names, one a line")
  static let json = Option(flag: "json", help: "list as JSON")
  static let action = Operand<Action?>(choice: .optional)
  static let name = Operand(optional: "NAME")
  static let text = Operand(any: "TEXT")

  static let declaration = CommandDeclaration(
    name: "phrase", abstract: "manage stored phrases",
    discussion: [
      "speakcall say @NAME speaks a phrase; @NAME also works inside a text. Names consist of letters, digits, - and _. A "
        + "phrase in a group is GROUP/NAME; the group is optional if the name is unique.",
      "Names are expanded in typed text, but not in files, pipes or SSML. E-mail addresses stay unchanged; write @@ for "
        + "a literal @ at the start of a word.",
      "add replaces a phrase of the same name. import FILE adds phrases from a JSON file, or from standard input for -. "
        + "It reads the output of export, or an object of names and texts. export writes to FILE or standard output.",
    ],
    options: [group.declaration, names.declaration, json.declaration],
    operands: .of(action, name, text),
    exclusiveOptions: [["names", "json"]],
    examples: [
      .init(line: "speakcall phrase add hello \"Hello, I am typing what I say.\"", explanation: "Store a phrase:"),
      .init(line: "speakcall say @hello", explanation: "Speak it:"),
      .init(line: "speakcall phrase add doctor/pain \"It hurts here.\"", explanation: "Store a phrase in a group:"),
      .init(line: "speakcall phrase export phrases.json", explanation: "Copy the phrases to another machine:"),
    ],
    phrases: .names)

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let name = arguments[name]
    let words = arguments[text]
    switch arguments[action] ?? .list {
    case .list:
      if let name { throw .usage("phrase list takes no operands, but got '\(name)'", command: "phrase") }
      try list(arguments, in: context)
    case .add:
      guard let name, !words.isEmpty else { throw .usage("phrase add needs a name and a text", command: "phrase") }
      let group = arguments[group].map { "\($0)/" } ?? ""
      try add([try phrase(group + name, words.joined(separator: " "))], in: context)
    case .remove:
      guard let name else { throw .usage("phrase remove needs a name", command: "phrase") }
      try remove([name] + words, in: context)
    case .import:
      guard let name, words.isEmpty else { throw .usage("phrase import needs exactly one file", command: "phrase") }
      try add(try PhraseExchange.phrases(in: name, of: context), in: context)
    case .export:
      guard words.isEmpty else { throw .usage("phrase export takes at most one file", command: "phrase") }
      try PhraseExchange.write(try context.phrases(), to: name, in: context)
    }
    return .success
  }

  private static func list(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) {
    var book = try context.phrases()
    if let group = arguments[group] {
      let hint = Failure.hint(Spelling.closest(to: group, in: book.groups))
      book = PhraseBook(book.phrases(in: group))
      guard !book.phrases.isEmpty else {
        throw Failure(.usage, "unknown group '\(group)'\(hint)", next: "speakcall phrase list")
      }
    }
    if arguments[json] {
      try context.terminal.write(PhraseFile.text(of: book))
    } else if arguments[names] {
      try context.terminal.write(book.phrases.map { $0.name + "\n" }.joined())
    } else {
      try context.terminal.write(PhraseView(book: book).lines.map { $0 + "\n" }.joined())
    }
  }

  private static func phrase(_ name: String, _ text: String) throws(Failure) -> Phrase {
    do throws(PhraseError) { return try Phrase(name: name, text: text) } catch {
      throw Failure(.usage, error.description, next: "speakcall help phrase")
    }
  }

  private static func add(_ phrases: [Phrase], in context: CommandContext) throws(Failure) {
    let replaced = try context.change(try context.phraseFile()) { book in
      phrases.filter { book.add($0) }.map { "@\($0.name)" }
    }.get()
    if !replaced.isEmpty {
      context.terminal.warn("replaced \(replaced.joined(separator: ", "))")
    }
  }

  /// Removes all the phrases, or none if one is unknown.
  private static func remove(_ names: [String], in context: CommandContext) throws(Failure) {
    let result = try context.change(try context.phraseFile()) { (book) throws(PhraseError) in
      for name in names { try book.remove(name) }
    }
    if case .failure(let error) = result {
      throw Failure(.usage, error.description, next: "speakcall phrase list")
    }
  }
}

/// Phrases in a file that the user names, or on a standard stream for `-`.
enum PhraseExchange {
  private static let limit = 4 << 20

  /// Reads phrases from JSON.
  static func phrases(in path: String, of context: CommandContext) throws(Failure) -> [Phrase] {
    var input = try TextInput(path: path, in: context)
    let text = try input.whole(limit: limit)
    do { return try JSONDecoder().decode(PhraseBook.self, from: Data(text.utf8)).phrases } catch {
      throw Failure(
        .dataError, "'\(path)' contains no phrases: \(DecodingError.reason(error))", next: "speakcall help phrase")
    }
  }

  /// Writes phrases as JSON, completely or not at all.
  static func write(_ book: PhraseBook, to path: String?, in context: CommandContext) throws(Failure) {
    let text = PhraseFile.text(of: book)
    guard let path, path != "-" else { return try context.terminal.write(text) }
    do throws(FileError) {
      var file = try OutputFile.replacing(path, mode: 0o600)
      try file.write(Array(text.utf8))
      try file.finish()
    } catch {
      throw Failure(writing: error)
    }
  }
}
