import SpeakCallProtocol

/// A command that is one request to the agent.
protocol QueueCommand: Command {
  /// The request.
  static var action: Request.Action { get }
}

extension QueueCommand {
  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try context.perform(action)
  }
}

/// `speakcall stop`: stops speech and clears the queue.
enum StopCommand: QueueCommand {
  static let action = Request.Action.stop
  static let declaration = CommandDeclaration(name: "stop", abstract: "stop speaking and clear the queue")
}

/// `speakcall skip`: skips the current utterance.
enum SkipCommand: QueueCommand {
  static let action = Request.Action.skip
  static let declaration = CommandDeclaration(
    name: "skip", abstract: "skip the current utterance")
}

/// `speakcall pause`: pauses speech and the queue.
enum PauseCommand: QueueCommand {
  static let action = Request.Action.pause
  static let declaration = CommandDeclaration(
    name: "pause", abstract: "pause speech and the queue",
    discussion: [
      "Pauses at once, in mid-word. 'speakcall resume' continues with the interrupted word. 'stop' and 'skip' still work. "
        + "New texts wait, except for 'say --now', which is spoken at once while the rest stays paused."
    ])
}

/// `speakcall resume`: resumes after a pause.
enum ResumeCommand: QueueCommand {
  static let action = Request.Action.resume
  static let declaration = CommandDeclaration(
    name: "resume", abstract: "resume after a pause, with the interrupted word")
}

/// `speakcall repeat`: repeats the last utterance.
enum RepeatCommand: Command {
  static let declaration = CommandDeclaration(
    name: "repeat", abstract: "repeat the current or last utterance",
    discussion: [
      "Puts the text at the head of the queue, with the same voice and settings. Returns when the last sample has been "
        + "played."
    ],
    options: [SayCommand.json.declaration])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let paths = try context.paths()
    var client = try AgentClient.start(.repeat, paths)
    while let reply = try client.awaitReply() {
      switch reply {
      case .event(let event):
        if arguments[SayCommand.json] { try context.terminal.write(json: event) }
        if case .finished = event.utterance?.kind { return .success }
      case .failed(let error): throw Failure(error)
      case .done, .status, .more, .outdated: break
      }
    }
    throw Failure.agentLost(before: "the text", log: paths.log)
  }
}
