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
