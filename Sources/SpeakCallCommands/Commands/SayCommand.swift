import Glibc
import SpeakCallProtocol
import SpeechSynthesis

/// `speakcall say`: speaks into the active call.
enum SayCommand: Command {
  static let voice = Option(
    text: "voice", short: "v", value: "NAME", help: "espeak-ng voice, language or variant: en-us, de, en-us+steph")
  static let rate = Option(
    integer: "rate", short: "r", value: "WPM", in: SpeechSettings.rates, help: "words a minute")
  static let pitch = Option(integer: "pitch", short: "p", value: "PITCH", in: SpeechSettings.pitches, help: "pitch")
  static let gain = Option(
    number: "gain", short: "g", value: "DB", in: SpeechSettings.gains, help: "louder or softer, in decibels, -30 to 12")
  static let file = Option(file: "file", short: "f", help: "speak the text in this file")
  static let ssml = Option(flag: "ssml", help: "the text is SSML markup")
  static let now = Option(flag: "now", help: "interrupt what is being said")
  static let next = Option(flag: "next", help: "go to the head of the queue instead of to its end")
  static let noWait = Option(flag: "no-wait", help: "return once queued, not when the last sample was played")
  static let waitForCall = Option(
    number: "wait-for-call", value: "SECONDS", in: 0...31_536_000, omitted: -1,
    help: "wait until a call is active, instead of failing at once")
  static let preview = Option(flag: "preview", help: "speak on the default output, not into a call")
  static let json = Option(flag: "json", help: "print what happens, one JSON object a line")
  static let text = Operand(any: "TEXT")

  static let declaration = CommandDeclaration(
    name: "say", abstract: "speak into the active call",
    discussion: [
      "Several operands are one text. With the operand - or, without any, a pipe, standard input is spoken as it "
        + "arrives: each sentence, and each line, as soon as it has ended. The text goes to the end of the queue; texts of several callers are spoken one after the other.",
      "@NAME stands for a phrase, see speakcall phrase.",
      "Returns when the last sample was played. Ctrl-C ends this text and no other.",
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
      .init(line: "speakcall say --now -v en-us+steph -r 130 \"Wait a moment.\"", explanation: "At once, and clearer:"),
      .init(line: "tail -f captions.txt | speakcall say -", explanation: "Each sentence as it comes:"),
    ],
    phrases: .references)

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let isPreview = arguments[preview]
    let source = try SpokenText(arguments, in: context)
    try source.checkMarkup(arguments[ssml])
    if !isPreview { try PermissionGate.pass(in: context) }
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

  /// Ends at once, with the status that a shell reports for the signal: the agent cancels what this command asked for
  /// when its connection closes.
  static func endOnSignals() {
    for number in [SIGINT, SIGTERM] { signal(number) { _exit(128 + $0) } }
  }
}
