import SpeakCallProtocol
import SpeechSynthesis

/// `speakcall engine`: the synthesizer in a process of its own, as the agent starts it.
enum EngineCommand: Command {
  static let cache = Operand(optional: "FOLDER")

  static let declaration = CommandDeclaration(
    name: "engine", abstract: "serve as the agent's synthesizer, with what is known of the voices in a folder",
    operands: [cache.declaration],
    isHidden: true)

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    EngineProcess.main(cache: arguments[cache])
  }
}
