import FoundationEssentials
import Glibc
import SpeakCallProtocol
import SystemSupport
import UserData

/// `speakcall phrase`: stored texts with names.
enum PhraseCommand: Command {
  enum Action: String, CaseIterable, Sendable {
    case list, add, remove, `import`, export
  }

  static let group = Option(text: "group", value: "GROUP", help: "add to this group, or list only its phrases")
  static let names = Option(flag: "names", help: "list the names alone, one a line")
  static let json = Option(flag: "json", help: "list as JSON")
  static let action = Operand<Action?>(choice: .optional)
  static let name = Operand(optional: "NAME")
  static let text = Operand(any: "TEXT")

  static let declaration = CommandDeclaration(
    name: "phrase", abstract: "store texts under names, and list them",
    discussion: [
      "speakcall say @NAME speaks a phrase, and @NAME inside a text stands for it. A name is made of letters, digits, - "
        + "and _; with a group before it, it is GROUP/NAME, and the group may be left out where the name is clear.",
      "Names are looked for in what is typed, not in files, pipes and SSML. E-mail addresses stay as they are; @@ stands "
        + "for an @ at the beginning of a word.",
      "add replaces a phrase of the same name. import FILE adds the phrases of a JSON file, - for standard input: "
        + "what export prints, or one object of names and texts. export writes to FILE, or to standard output.",
    ],
    options: [group.declaration, names.declaration, json.declaration],
    operands: .of(action, name, text),
    exclusiveOptions: [["names", "json"]],
    examples: [
      .init(line: "speakcall phrase add hello \"Hello, I am typing what I say.\"", explanation: "Once:"),
      .init(line: "speakcall say @hello", explanation: "Whenever it is needed:"),
      .init(line: "speakcall phrase add doctor/pain \"It hurts here.\"", explanation: "In a group:"),
      .init(line: "speakcall phrase export phrases.json", explanation: "For another machine:"),
    ],
    phrases: .names)

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let name = arguments[name]
    let words = arguments[text]
    switch arguments[action] ?? .list {
    case .list:
      if let name { throw .usage("phrase list takes no operand '\(name)'", command: "phrase") }
      try list(arguments, in: context)
    case .add:
      guard let name, !words.isEmpty else { throw .usage("phrase add needs a name and a text", command: "phrase") }
      let group = arguments[group].map { "\($0)/" } ?? ""
      try add([try phrase(group + name, words.joined(separator: " "))], in: context)
    case .remove:
      guard let name else { throw .usage("phrase remove needs a name", command: "phrase") }
      try remove([name] + words, in: context)
    case .import:
      guard let name, words.isEmpty else { throw .usage("phrase import needs one file", command: "phrase") }
      try add(try PhraseExchange.phrases(in: name, of: context), in: context)
    case .export:
      guard words.isEmpty else { throw .usage("phrase export takes one file", command: "phrase") }
      try PhraseExchange.write(try context.phrases(), to: name, in: context)
    }
    return .success
  }

  private static func list(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) {
    var book = try context.phrases()
    if let group = arguments[group] {
      let nearest = NearestName.to(group, in: book.groups).map { "; the nearest known one is '\($0)'" } ?? ""
      book = PhraseBook(book.phrases(in: group))
      guard !book.phrases.isEmpty else {
        throw Failure(.usage, "there is no group '\(group)'\(nearest)", next: "speakcall phrase list")
      }
    }
    if arguments[json] {
      try context.terminal.write(UserDocument.text(of: book))
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
    let file = try context.phraseFile()
    let replaced = try context.changing { () throws(FileError) in
      try file.change { book in phrases.filter { book.add($0) }.map { "@\($0.name)" } }
    }.get()
    if !replaced.isEmpty {
      context.terminal.report(TerminalText.sanitized("speakcall: replaced \(replaced.joined(separator: ", "))."))
    }
  }

  /// Removes all of them, or none if one is not there.
  private static func remove(_ names: [String], in context: CommandContext) throws(Failure) {
    let file = try context.phraseFile()
    let result = try context.changing { () throws(FileError) in
      try file.change { (book) throws(PhraseError) in
        for name in names { try book.remove(name) }
      }
    }
    if case .failure(let mistake) = result {
      throw Failure(.usage, mistake.description, next: "speakcall phrase list")
    }
  }
}

/// Phrases in files of the user's choice.
enum PhraseExchange {
  private static let limit = 4 << 20

  /// Reads the phrases of a JSON file, or of standard input for `-`.
  static func phrases(in path: String, of context: CommandContext) throws(Failure) -> [Phrase] {
    var input =
      path == "-"
      ? TextInput(descriptor: context.terminal.input, name: "standard input") : try TextInput(file: path)
    let text = try input.whole(limit: limit)
    do { return try JSONDecoder().decode(PhraseBook.self, from: Data(text.utf8)).phrases } catch {
      throw Failure(
        .dataError, "'\(path)' holds no phrases: \(UserDocument.reason(error))", next: "speakcall help phrase")
    }
  }

  /// Writes the phrases as JSON, entirely or not at all.
  static func write(_ book: PhraseBook, to path: String?, in context: CommandContext) throws(Failure) {
    let text = UserDocument.text(of: book)
    guard let path, path != "-" else { return try context.terminal.write(text) }
    let temporary = "\(path).\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw cannotWrite(path) }
    do throws(Failure) {
      defer { close(file) }
      try Terminal(output: file, environment: [:]).write(text)
      guard rename(temporary, path) == 0 else { throw cannotWrite(path) }
    } catch {
      unlink(temporary)
      throw Failure(.cannotCreate, "cannot write '\(path)': \(error.message)")
    }
  }

  private static func cannotWrite(_ path: String) -> Failure {
    Failure(.cannotCreate, "cannot write '\(path)': \(String(cString: strerror(errno)))")
  }
}
