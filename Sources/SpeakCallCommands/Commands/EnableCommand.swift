import CallRouting
import SpeakCallProtocol

/// `speakcall enable`: turns on speech in calls.
enum EnableCommand: Command {
  static let microphone = Option<MicrophoneIntent.Mode?>(
    choice: "mic", help: "mix in the real microphone, duck it by 20 dB during speech, or mute it")
  static let applications = Option(
    texts: "app", value: "NAME", help: "only in calls of this app or program; may be repeated")
  static let hear = Option(
    number: "hear", value: "DB", in: -60...0, omitted: 0,
    help: "also play the speech on the default output, at this gain")

  static let declaration = CommandDeclaration(
    name: "enable", abstract: "turn on speech in calls",
    discussion: [
      "Creates the SpeakCall Microphone and moves every current and future call to it. Default devices stay unchanged. "
        + "If an app cannot be moved, speakcall names it and the microphone to choose there."
    ],
    options: [microphone.declaration, applications.declaration, hear.declaration],
    examples: [
      .init(line: "speakcall enable", explanation: "Mix speech with the real microphone:"),
      .init(
        line: "speakcall enable --mic duck --app firefox",
        explanation: "Only in Firefox, ducking the microphone during speech:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    try PermissionGate.require(in: context)
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

/// `speakcall disable`: turns off speech in calls.
enum DisableCommand: Command {
  static let declaration = CommandDeclaration(
    name: "disable", abstract: "turn off speech in calls",
    discussion: [
      "Stops speech and moves each call back to its own microphone. If the SpeakCall Microphone was chosen by hand in an "
        + "app, it stays there and passes on the real microphone."
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    _ = try context.status(after: .disable)
    return .success
  }
}
