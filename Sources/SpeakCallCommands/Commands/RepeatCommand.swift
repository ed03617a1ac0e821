import SpeakCallProtocol

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
    var client = try AgentClient.start(.repeat, paths)
    while let reply = try client.awaitReply() {
      switch reply {
      case .event(let event):
        if arguments[json] { try context.terminal.write(event) }
        if case .finished = event.utterance?.kind { return .success }
      case .failed(let error): throw Failure(error)
      case .done, .status, .more, .outdated: break
      }
    }
    throw Failure.agentLost(before: "the text", log: paths.log)
  }
}
