import SpeakCallProtocol

/// `speakcall resume`: go on after a pause.
enum ResumeCommand: Command {
  static let declaration = CommandDeclaration(
    name: "resume", abstract: "go on after a pause, with the word that was playing")

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try context.done(.resume)
  }
}
