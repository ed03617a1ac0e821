import SpeakCallProtocol

/// `speakcall manual`: the source of the manual page, for those who package the program.
enum ManualCommand: Command {
  static let declaration = CommandDeclaration(
    name: "manual", abstract: "print the source of the manual page", isHidden: true)

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try context.terminal.write(ManualPage.text())
    return .success
  }
}
