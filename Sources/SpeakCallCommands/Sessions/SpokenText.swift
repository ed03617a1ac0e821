import Glibc
import SpeechSynthesis

/// Where the text of a `say` comes from.
enum SpokenText: ~Copyable {
  /// All of it is here.
  case whole(String)
  /// A file, spoken as one text however long it is.
  case file(TextInput)
  /// Standard input, of which each piece is spoken as it arrives.
  case stream(TextInput)

  /// The most bytes of a text that has to be taken whole: SSML, and a text that is left with the agent.
  private static let limit = 1 << 20

  /// Fails when the text is to be SSML and is not well-formed: espeak-ng would speak it half, or not at all.
  borrowing func checkMarkup(_ isMarkup: Bool, for command: String = "say") throws(Failure) {
    guard isMarkup else { return }
    switch self {
    case .whole(let text):
      do { try Markup.check(text) } catch {
        throw Failure(
          .dataError, "the SSML is wrong at line \(error.line), column \(error.column): \(error.reason)",
          next: "speakcall help \(command)")
      }
    case .file: break
    case .stream: break
    }
  }

  /// Takes the text that the arguments of a command name, which has the options of ``SayCommand`` for it.
  init(_ arguments: ParsedArguments, for command: String = "say", in context: CommandContext) throws(Failure) {
    let words = arguments[SayCommand.text]
    let mustBeWhole = arguments[SayCommand.ssml] || arguments[SayCommand.noWait]
    if let path = arguments[SayCommand.file] {
      guard words.isEmpty else {
        throw .usage("a text and --file '\(path)' are given; only one of them can be spoken", command: command)
      }
      var input =
        path == "-"
        ? TextInput(descriptor: STDIN_FILENO, name: "standard input") : try TextInput(file: path)
      if mustBeWhole { self = .whole(try input.whole(limit: Self.limit)) } else { self = .file(input) }
    } else if words == ["-"] || words.isEmpty {
      guard words == ["-"] || isatty(STDIN_FILENO) == 0 else {
        throw .usage("there is nothing to say: no text and no pipe", command: command)
      }
      var input = TextInput(descriptor: STDIN_FILENO, name: "standard input")
      if mustBeWhole { self = .whole(try input.whole(limit: Self.limit)) } else { self = .stream(input) }
    } else {
      let text = words.joined(separator: " ")
      self = .whole(arguments[SayCommand.ssml] ? text : try context.expandingPhrases(in: text))
    }
  }
}
