import SpeakCallProtocol

/// A command: its declaration and its implementation.
///
/// To add one, write a conforming type and list it in ``SpeakCall/commands``.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// Runs the command to completion and returns its exit status.
  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus
}

/// The description of a command from which the parser, help, the manual page and completions are made.
struct CommandDeclaration: Sendable {
  /// A sample command line with an explanation.
  struct Example: Sendable, Equatable {
    let line: String
    let explanation: String
  }

  let name: String
  /// A lowercase imperative phrase without a full stop.
  let abstract: String
  /// Further paragraphs.
  var discussion: [String] = []
  var options: [OptionDeclaration] = []
  var operands: [OperandDeclaration] = []
  /// Sets of option names of which at most one may be given.
  var exclusiveOptions: [[String]] = []
  var examples: [Example] = []
  /// The phrases that shells complete among the operands.
  var phrases = PhraseCompletion.none
  /// A Boolean value that indicates whether help, the manual page and completions leave the command out.
  var isHidden = false

  /// The options that every command has in addition to its own.
  static let commonOptions = ["--help", "--version"]

  /// The parts of the command line: name, options, operands.
  var synopsis: [String] {
    [name] + options.map(\.synopsis) + operands.map(\.synopsis)
  }
}

/// The form in which a command's operands name phrases, for shell completions.
enum PhraseCompletion: Sendable {
  case none
  /// `@NAME`, in any operand.
  case references
  /// `NAME`, after another operand.
  case names

  /// The command that prints the names.
  static let list = "speakcall phrase list --names 2>/dev/null"
}
