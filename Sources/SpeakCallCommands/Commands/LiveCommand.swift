import Glibc
import SpeakCallProtocol

/// `speakcall live`: speaks lines as they are typed.
enum LiveCommand: Command {
  static let asYouType = Option<TypeAhead.Unit?>(
    choice: "as-you-type", help: "speak each word or sentence once you have typed it")
  static let isPrivate = Option(flag: "private", help: "do not store what you type")

  static let declaration = CommandDeclaration(
    name: "live", abstract: "speak the lines that you type",
    discussion: [
      "Enter speaks the line into the call. The display shows each word as it is spoken, and the state of the call, "
        + "microphone, permission and queue. Escape stops speech at once. F1 shows all keys.",
      "!text interrupts, >text goes to the head of the queue, and /help lists the commands. Without a terminal, or with "
        + "NO_COLOR or TERM=dumb, lines are read from standard input and events are printed line by line.",
    ],
    options: [
      asYouType.declaration, isPrivate.declaration, SayCommand.voice.declaration, SayCommand.rate.declaration,
      SayCommand.pitch.declaration, SayCommand.gain.declaration, SayCommand.preview.declaration,
    ],
    examples: [
      .init(line: "speakcall live", explanation: "In a call:"),
      .init(line: "speakcall live --as-you-type word", explanation: "Speak each word once it is typed:"),
      .init(line: "speakcall live --preview --private", explanation: "Try it without a call:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    if !arguments[SayCommand.preview] { try PermissionGate.require(in: context) }
    let options = LiveOptions(
      settings: try context.speechSettings(from: arguments),
      isPreview: arguments[SayCommand.preview], unit: arguments[asYouType], isPrivate: arguments[isPrivate])
    let paths = try context.paths()
    let core = LiveCore(options: options, paths: paths)
    let completion = try LiveCompletion(context, isPrivate: options.isPrivate)
    guard isatty(context.terminal.input) == 1, context.terminal.allowsColour else {
      var live = PlainLive(core: core, terminal: context.terminal, completion: completion)
      return try live.run()
    }
    let history = LineHistory(folder: options.isPrivate ? nil : paths.state)
    return try LiveSession(core: core, terminal: context.terminal, history: history, completion: completion).run()
  }
}
