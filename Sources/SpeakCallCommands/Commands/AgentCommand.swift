import SpeakCallAgent

/// `speakcall agent`: the long-lived process that serves the commands, in the foreground.
enum AgentCommand: Command {
  static let inheritSocket = Option(
    flag: "inherit-socket", help: "serve the listening socket that is standard input")
  static let idle = Option(
    number: "idle", value: "SECONDS", in: 0.1...86_400, help: "leave after so long without anything to do; default 60")

  static let declaration = CommandDeclaration(
    name: "agent", abstract: "run the agent in the foreground",
    discussion: [
      "The first command that needs it starts the agent by itself; run it by hand to watch it, or from a service "
        + "manager. It leaves when injection is off, nobody reads the virtual microphone and nobody has asked it "
        + "anything for a while."
    ],
    options: [inheritSocket.declaration, idle.declaration])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let paths = try context.paths()
    do throws(Refusal) {
      try AgentProcess.run(
        paths: paths, inheritsSocket: arguments[inheritSocket],
        idleLimit: .seconds(arguments[idle] ?? 60))
    } catch {
      throw Failure(error)
    }
    return .success
  }
}
