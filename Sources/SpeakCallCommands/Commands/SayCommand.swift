import Glibc
import SpeakCallProtocol
import SpeechSynthesis

/// `speakcall say`: speaks into the active call.
enum SayCommand: Command {
  static let voice = Option(
    text: "voice", short: "v", value: "NAME", help: "voice, language or variant: en-us, de, en-us+steph")
  static let rate = Option(
    integer: "rate", short: "r", value: "WPM", in: SpeechSettings.rates, help: "words per minute")
  static let pitch = Option(integer: "pitch", short: "p", value: "PITCH", in: SpeechSettings.pitches, help: "pitch")
  static let gain = Option(
    number: "gain", short: "g", value: "DB", in: SpeechSettings.gains, help: "gain in decibels, -30 to 12")
  static let file = Option(file: "file", short: "f", help: "read the text from this file")
  static let ssml = Option(flag: "ssml", help: "treat the text as SSML")
  static let now = Option(flag: "now", help: "interrupt current speech")
  static let next = Option(flag: "next", help: "put the text at the head of the queue")
  static let noWait = Option(flag: "no-wait", help: "return once the text is queued")
  static let waitForCall = Option(
    number: "wait-for-call", value: "SECONDS", in: 0...31_536_000, omitted: -1,
    help: "wait for an active call instead of failing")
  static let preview = Option(flag: "preview", help: "speak on the default output, not into a call")
  static let json = Option(flag: "json", help: "print events as JSON, one object a line")
  static let text = Operand(any: "TEXT")

  static let declaration = CommandDeclaration(
    name: "say", abstract: "speak into the active call",
    discussion: [
      "Several operands form one text. With the operand -, or with a pipe and no operand, standard input is spoken as it "
        + "arrives, each sentence or line once it is complete. The text goes to the end of the queue, which all "
        + "commands share.",
      "@NAME is replaced by a phrase; see speakcall help phrase.",
      "Returns when the last sample has been played. Ctrl-C cancels this text and no other.",
    ],
    options: [
      voice.declaration, rate.declaration, pitch.declaration, gain.declaration, file.declaration, ssml.declaration,
      now.declaration, next.declaration, noWait.declaration, waitForCall.declaration, preview.declaration,
      json.declaration,
    ],
    operands: [text.declaration],
    exclusiveOptions: [["now", "next"]],
    examples: [
      .init(line: "speakcall say \"I am listening, please go on.\"", explanation: "Into the call:"),
      .init(
        line: "speakcall say --now -v en-us+steph -r 130 \"Wait a moment.\"",
        explanation: "Interrupt, and speak more clearly:"),
      .init(line: "tail -f captions.txt | speakcall say -", explanation: "Speak each sentence as it arrives:"),
    ],
    phrases: .references)

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let isPreview = arguments[preview]
    let source = try TextSource(arguments, in: context)
    try source.checkMarkup(arguments[ssml])
    if !isPreview { try PermissionGate.require(in: context) }
    let request = SayRequest(
      text: "",
      settings: try context.speechSettings(from: arguments, isSSML: arguments[ssml]),
      placement: arguments[now] ? .now : arguments[next] ? .next : .end,
      waitForCall: arguments[waitForCall], isPreview: isPreview, isDetached: arguments[noWait])
    endOnSignals()
    var session = SaySession(
      request: request, source: source, json: arguments[json], terminal: context.terminal, paths: try context.paths())
    return try session.run()
  }

  /// Makes signals end the command at once with the status that a shell reports for them.
  ///
  /// The agent cancels the command's utterances when its connection closes.
  static func endOnSignals() {
    for number in [SIGINT, SIGTERM] { signal(number) { _exit(128 + $0) } }
  }
}
