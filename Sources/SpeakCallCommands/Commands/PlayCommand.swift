import Glibc
import Scripts
import SpeakCallProtocol
import SpeechSynthesis

/// `speakcall play`: speaks a script into the active call.
enum PlayCommand: Command {
  static let from = Option(
    integer: "from", value: "LINE", in: 1...100_000_000, help: "start at this line of the script")
  static let captions = Option(file: "captions", help: "write captions to this .vtt or .srt file")
  static let waitForCall = SayCommand.waitForCall
  static let preview = SayCommand.preview
  static let json = SayCommand.json
  static let script = Operand(file: "SCRIPT")

  static let declaration = CommandDeclaration(
    name: "play", abstract: "speak a script into the active call",
    discussion: [
      "A script is a conversation: each line is a speaker, a colon and their words. Subtitles (.srt, .vtt) also work, and "
        + "- is standard input. The whole script is checked before anything is spoken.",
      "On a terminal, the speakers appear on a stage, and keys pause, resume, move forward and back, stop and quit.",
    ],
    options: [
      ScriptFile.cast.declaration, from.declaration, captions.declaration, waitForCall.declaration, preview.declaration,
      json.declaration,
    ],
    operands: [script.declaration],
    examples: [
      .init(line: "speakcall play meeting.txt", explanation: "Into the call:"),
      .init(
        line: "speakcall play --cast Alice=en-us+f2 --preview meeting.txt",
        explanation: "Preview it with another voice for Alice:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let file = try ScriptFile(arguments[script], for: declaration.name, in: context)
    let script = try file.cast(arguments[ScriptFile.cast], for: declaration.name, in: context)
    let start = try index(of: arguments[from], in: script, named: file.name)
    let isPreview = arguments[preview]
    if !isPreview { try PermissionGate.require(in: context) }
    let captions = try arguments[captions].map { path throws(Failure) in try PlayCaptions(path: path) }
    let showsStage = !arguments[json] && PlayScreen.isPossible(on: context.terminal)
    let template = SayRequest(
      text: "", settings: SpeechSettings(), waitForCall: arguments[waitForCall], isPreview: isPreview,
      wantsLevels: showsStage)
    let conversation = Conversation(script, from: start, template: template)
    let screen = showsStage ? try PlayScreen(script, title: file.name, on: context.terminal) : nil
    if !showsStage { SayCommand.endOnSignals() }
    var session = PlaySession(
      conversation, screen: screen, captions: captions, json: arguments[json], terminal: context.terminal,
      paths: try context.paths())
    return try session.run()
  }

  /// Returns the index of the first quote on or after a line.
  private static func index(of line: Int?, in script: Script, named name: String) throws(Failure) -> Int {
    guard let line else { return 0 }
    guard let index = script.quotes.firstIndex(where: { $0.line >= line }) else {
      throw .usage(
        "'\(name)' has no quote on or after line \(line); the last one is on line \(script.quotes.last?.line ?? 0)",
        command: "play")
    }
    return index
  }
}
