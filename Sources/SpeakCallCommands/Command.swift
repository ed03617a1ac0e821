import SpeakCallProtocol

/// A command: its declaration, and what it does.
///
/// A further command is one more file with a type that conforms, and its line in ``SpeakCall/commands``.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// Runs the command to its end and returns its status.
  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus
}
