import Glibc
import SpeakCallProtocol

/// `speakcall live`: type and talk.
enum LiveCommand: Command {
  static let asYouType = Option<TypeAhead.Unit?>(
    choice: "as-you-type", help: "speak each finished word or sentence while the next one is typed")
  static let isPrivate = Option(flag: "private", help: "keep nothing of what is typed")

  static let declaration = CommandDeclaration(
    name: "live", abstract: "type and talk",
    discussion: [
      "Enter speaks the line into the call. What is being said is shown above it, word by word, and between them the "
        + "state of call, microphone, permission and queue. Escape stops at once. F1 shows all keys.",
      "!text interrupts, >text goes next, /help lists the commands. Without a terminal, or with NO_COLOR or TERM=dumb, "
        + "lines are spoken as they come and what happens is printed line by line.",
    ],
    options: [
      asYouType.declaration, isPrivate.declaration, SayCommand.voice.declaration, SayCommand.rate.declaration,
      SayCommand.pitch.declaration, SayCommand.gain.declaration, SayCommand.preview.declaration,
    ],
    examples: [
      .init(line: "speakcall live", explanation: "In a call:"),
      .init(line: "speakcall live --as-you-type word", explanation: "Each word as soon as it is typed:"),
      .init(line: "speakcall live --preview --private", explanation: "To try it, unheard by others:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    if !arguments[SayCommand.preview] { try PermissionGate.pass(in: context) }
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
