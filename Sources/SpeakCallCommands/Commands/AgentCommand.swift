import SpeakCallAgent
import SpeakCallProtocol

/// `speakcall agent`: the long-lived process that serves the commands, in the foreground.
enum AgentCommand: Command {
  static let inheritSocket = Option(
    flag: "inherit-socket", help: "serve the listening socket that is standard input")
  static let idle = Option(
    number: "idle", value: "SECONDS", in: 0.1...86_400, help: "leave after so long without anything to do; default 60")
  static let noServer = Option(
    number: "no-server", value: "SECONDS", in: 0.1...31_536_000,
    help: "leave after so long without a sound server, though injection is on; default 3600")

  static let declaration = CommandDeclaration(
    name: "agent", abstract: "run the agent in the foreground",
    discussion: [
      "The first command that needs it starts the agent by itself; run it by hand to watch it, or from a service "
        + "manager. It leaves when injection is off, nobody reads the virtual microphone and nobody has asked it "
        + "anything for a while. When the sound server does not come back it leaves too; what was switched on is written "
        + "down, and the next command starts another agent."
    ],
    options: [inheritSocket.declaration, idle.declaration, noServer.declaration])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let paths = try context.paths()
    do throws(AgentError) {
      try AgentProcess.run(
        paths: paths, inheritsSocket: arguments[inheritSocket],
        idleLimit: .seconds(arguments[idle] ?? 60), serverLimit: .seconds(arguments[noServer] ?? 3600))
    } catch {
      throw Failure(error)
    }
    return .success
  }
}
