import SpeakCallProtocol

/// `speakcall skip`: end what is being said and go on with what waits.
enum SkipCommand: Command {
  static let declaration = CommandDeclaration(
    name: "skip", abstract: "end what is being said and go on with what waits")

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try context.done(.skip)
  }
}
