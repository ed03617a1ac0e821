import Glibc
import SpeechSynthesis

/// The source of the text for `say` or `render`.
enum TextSource: ~Copyable {
  /// A complete text.
  case whole(String)
  /// A file of any length, spoken as one text.
  case file(TextInput)
  /// Standard input, whose pieces are spoken as they arrive.
  case stream(TextInput)

  /// The maximum size of a text that is read whole: SSML, and a text for `--no-wait`.
  private static let limit = 1 << 20

  /// Fails if the text is malformed SSML, of which espeak-ng would speak only a part or nothing.
  borrowing func checkMarkup(_ isMarkup: Bool, for command: String = "say") throws(Failure) {
    guard isMarkup else { return }
    switch self {
    case .whole(let text):
      do { try Markup.check(text) } catch {
        throw Failure(
          .dataError, "invalid SSML at line \(error.line), column \(error.column): \(error.reason)",
          next: "speakcall help \(command)")
      }
    case .file: break
    case .stream: break
    }
  }

  /// Creates the source that a command's arguments name by the options of ``SayCommand``.
  init(_ arguments: ParsedArguments, for command: String = "say", in context: CommandContext) throws(Failure) {
    let words = arguments[SayCommand.text]
    let mustBeWhole = arguments[SayCommand.ssml] || arguments[SayCommand.noWait]
    if let path = arguments[SayCommand.file] {
      guard words.isEmpty else {
        throw .usage("cannot speak both a text and --file '\(path)'", command: command)
      }
      var input = try TextInput(path: path, in: context)
      if mustBeWhole { self = .whole(try input.whole(limit: Self.limit)) } else { self = .file(input) }
    } else if words == ["-"] || words.isEmpty {
      guard words == ["-"] || isatty(context.terminal.input) == 0 else {
        throw .usage("no text to speak: pass a text or a pipe", command: command)
      }
      var input = TextInput(context.terminal)
      if mustBeWhole { self = .whole(try input.whole(limit: Self.limit)) } else { self = .stream(input) }
    } else {
      let text = words.joined(separator: " ")
      self = .whole(arguments[SayCommand.ssml] ? text : try context.expandingPhrases(in: text))
    }
  }
}
