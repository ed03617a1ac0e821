import SpeakCallProtocol

/// A command as data: what the parser accepts, and all that help, the manual page and completions say about it.
struct CommandDeclaration: Sendable {
  /// A command line and what it does.
  struct Example: Sendable, Equatable {
    let line: String
    let explanation: String
  }

  let name: String
  /// What the command does, as a phrase in lower case.
  let abstract: String
  /// Further paragraphs.
  var discussion: [String] = []
  var options: [OptionDeclaration] = []
  var operands: [OperandDeclaration] = []
  /// Sets of names of options of which at most one may be given.
  var exclusiveOptions: [[String]] = []
  var examples: [Example] = []
  /// The phrases that shells complete among the operands.
  var phrases = PhraseCompletion.none
  /// Whether the command is left out of all lists.
  var isHidden = false

  /// The options that every command has beside its own.
  static let commonOptions = ["--help", "--version"]

  /// The parts of the command line: name, options, operands.
  var synopsis: [String] {
    [name] + options.map(\.synopsis) + operands.map(\.synopsis)
  }
}

/// How the operands of a command name phrases, for the completions of shells.
enum PhraseCompletion: Sendable {
  case none
  /// As `@NAME`, anywhere.
  case references
  /// As `NAME`, behind another operand.
  case names

  /// The command that prints the names.
  static let list = "speakcall phrase list --names 2>/dev/null"
}

/// A command: its declaration, and what it does.
///
/// A further command is one more file with a type that conforms, and its line in ``SpeakCall/commands``.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// Runs the command to its end and returns its status.
  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus
}
