import SpeakCallProtocol

/// `speakcall stop`: end what is being said and all that waits.
enum StopCommand: Command {
  static let declaration = CommandDeclaration(name: "stop", abstract: "end what is being said and all that waits")

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try context.done(.stop)
  }
}
