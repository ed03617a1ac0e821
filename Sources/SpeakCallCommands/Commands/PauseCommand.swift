import SpeakCallProtocol

/// `speakcall pause`: hold speech where it is.
enum PauseCommand: Command {
  static let declaration = CommandDeclaration(
    name: "pause", abstract: "hold what is being said, in mid-word, with all that waits",
    discussion: [
      "It goes on with the word that was playing after 'speakcall resume'; 'stop' and 'skip' work meanwhile. New texts "
        + "wait too, but for 'say --now', which is spoken at once while the rest stays held."
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try context.done(.pause)
  }
}
