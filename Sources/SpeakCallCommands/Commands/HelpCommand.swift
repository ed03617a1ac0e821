import SpeakCallProtocol

/// `speakcall help`: shows the help page of the program or of a command.
enum HelpCommand: Command {
  static let command = Operand(optional: "COMMAND")

  static let declaration = CommandDeclaration(
    name: "help", abstract: "show help on a command, or list the commands", operands: .of(command))

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let name = arguments[command]
    try show(name.map { name throws(Failure) in try SpeakCall.command(named: name).declaration }, on: context.terminal)
    return .success
  }

  /// Writes the help page of a command, or that of the program.
  static func show(_ command: CommandDeclaration?, on terminal: Terminal) throws(Failure) {
    let width = min(terminal.width, 100)
    try terminal.write(command.map { HelpText.page(of: $0, width: width) } ?? HelpText.overview(width: width))
  }
}

/// `speakcall manual`: prints the source of the manual page, for packagers.
enum ManualCommand: Command {
  static let declaration = CommandDeclaration(
    name: "manual", abstract: "print the source of the manual page", isHidden: true)

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try context.terminal.write(ManualPage.text())
    return .success
  }
}
