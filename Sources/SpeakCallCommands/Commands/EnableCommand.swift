import CallRouting
import SpeakCallProtocol

/// `speakcall enable`: switches speech into calls.
enum EnableCommand: Command {
  static let microphone = Option<MicrophoneIntent.Mode?>(
    choice: "mic", help: "what calls hear of the real microphone: all of it, 20 dB less while speaking, or nothing")
  static let applications = Option(
    texts: "app", value: "NAME", help: "only the calls of this app, by its name or its program's; may be repeated")
  static let hear = Option(
    number: "hear", value: "DB", in: -60...0, omitted: 0,
    help: "hear the speech on the default output too, softer by as many decibels")

  static let declaration = CommandDeclaration(
    name: "enable", abstract: "put speech into calls",
    discussion: [
      "Makes the SpeakCall Microphone and lets each call app that is in a call, or begins one, read it. Default "
        + "devices stay as they are. An app that cannot be moved is named, with what to choose in it."
    ],
    options: [microphone.declaration, applications.declaration, hear.declaration],
    examples: [
      .init(line: "speakcall enable", explanation: "Real microphone and speech together:"),
      .init(
        line: "speakcall enable --mic duck --app firefox", explanation: "Only Firefox, and quieter while speaking:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try PermissionGate.pass(in: context)
    let report = try context.status(
      after: .enable(
        microphone: try context.microphoneMode(arguments[microphone]), applications: arguments[applications],
        hear: arguments[hear]))
    if let advice = report.injection.advice {
      context.terminal.report(TerminalText.sanitized("speakcall: \(advice)"))
    }
    for call in report.calls {
      guard let advice = call.advice else { continue }
      context.terminal.report(TerminalText.sanitized("speakcall: \(call.application): \(advice)"))
    }
    return .success
  }
}
