import SpeakCallProtocol

/// `speakcall disable`: takes speech out of calls.
enum DisableCommand: Command {
  static let declaration = CommandDeclaration(
    name: "disable", abstract: "take speech out of calls",
    discussion: [
      "What is being spoken ends, and each call gets its own microphone back. While an app still reads the SpeakCall "
        + "Microphone, because it was chosen there by hand, it stays and carries the real microphone."
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    _ = try context.status(after: .disable)
    return .success
  }
}
