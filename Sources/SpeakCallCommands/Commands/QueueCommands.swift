import SpeakCallProtocol

/// `speakcall stop`: end what is being said and all that waits.
enum StopCommand: Command {
  static let declaration = CommandDeclaration(name: "stop", abstract: "end what is being said and all that waits")

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try context.done(.stop)
  }
}

/// `speakcall skip`: end what is being said and go on with what waits.
enum SkipCommand: Command {
  static let declaration = CommandDeclaration(
    name: "skip", abstract: "end what is being said and go on with what waits")

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try context.done(.skip)
  }
}

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

/// `speakcall resume`: go on after a pause.
enum ResumeCommand: Command {
  static let declaration = CommandDeclaration(
    name: "resume", abstract: "go on after a pause, with the word that was playing")

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try context.done(.resume)
  }
}

/// `speakcall repeat`: say once more what was heard last.
enum RepeatCommand: Command {
  static let json = Option(flag: "json", help: "print what happens, one JSON object a line")

  static let declaration = CommandDeclaration(
    name: "repeat", abstract: "say once more what was said last, or is being said",
    discussion: [
      "The text is spoken as it was, with its voice and settings, as the next one. Returns when the last sample was "
        + "played."
    ],
    options: [json.declaration])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let paths = try context.paths()
    do throws(Refusal) {
      var client = try AgentClient.begin(.repeat, paths)
      while let reply = try client.nextReply() {
        switch reply {
        case .event(let event):
          if arguments[json] { try context.terminal.write(event) }
          if case .finished = event { return .success }
        case .failed(let refusal): throw refusal
        case .done, .status, .more, .outdated: break
        }
      }
      throw Refusal(.internalError, "the agent ended before the text did", next: "cat '\(paths.log)'")
    } catch {
      throw Failure(error)
    }
  }
}
