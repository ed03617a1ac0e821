import SpeakCallAgent
import SpeakCallProtocol
import SpeechSynthesis

/// `speakcall agent`: runs the agent in the foreground.
enum AgentCommand: Command {
  static let inheritSocket = Option(
    flag: "inherit-socket", help: "use the listening socket on standard input")
  static let idle = Option(
    number: "idle", value: "SECONDS", in: 0.1...86_400, help: "exit after this many idle seconds; default 60")
  static let noServer = Option(
    number: "no-server", value: "SECONDS", in: 0.1...31_536_000,
    help: "exit after this many seconds without a sound server, even if injection is on; default 3600")

  static let declaration = CommandDeclaration(
    name: "agent", abstract: "run the agent in the foreground",
    discussion: [
      "The first command that needs the agent starts it. Run it by hand to watch it, or from a service manager. It exits "
        + "once injection is off, no app reads the virtual microphone and no command has used it for a while. It also "
        + "exits if the sound server does not come back; its state is saved, and the next command starts another agent."
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

/// `speakcall engine`: runs the synthesizer; the agent starts it in its own process.
enum EngineCommand: Command {
  static let cache = Operand(optional: "FOLDER")

  static let declaration = CommandDeclaration(
    name: "engine", abstract: "run the agent's synthesizer, with the voice cache in this folder",
    operands: [cache.declaration],
    isHidden: true)

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    EngineProcess.main(cache: arguments[cache])
  }
}
