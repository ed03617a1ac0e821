import Glibc
import SpeakCallProtocol
import SpeechSynthesis

/// `speakcall render`: speaks into a WAV file.
enum RenderCommand: Command {
  static let output = Option(file: "output", short: "o", help: "the WAV file to write; - is standard output")
  static let script = Option(file: "script", help: "speak the script or the subtitles in this file")
  static let captions = Option(file: "captions", help: "write captions too, to a file that ends in .vtt or .srt")

  static let declaration = CommandDeclaration(
    name: "render", abstract: "speak into a WAV file",
    discussion: [
      "What is written is what a call would hear: the same voices, levels and pauses, 48 kHz, mono, 16 bits. Neither a "
        + "sound server nor permission is needed. Several operands are one text; with the operand - or, without any, a "
        + "pipe, the text is standard input.",
      "The file appears when it is complete. The same text makes the same bytes.",
    ],
    options: [
      output.declaration, SayCommand.file.declaration, script.declaration, ScriptFile.cast.declaration,
      captions.declaration, SayCommand.voice.declaration, SayCommand.rate.declaration, SayCommand.pitch.declaration,
      SayCommand.gain.declaration, SayCommand.ssml.declaration,
    ],
    operands: [SayCommand.text.declaration],
    exclusiveOptions: ["file", "voice", "rate", "pitch", "gain", "ssml"].map { ["script", $0] }
      + [["captions", "ssml"]],
    examples: [
      .init(line: "speakcall render -o hello.wav \"Hello, can you hear me?\"", explanation: "A sentence:"),
      .init(
        line: "speakcall render --script play.txt --captions play.vtt -o play.wav",
        explanation: "A script, with captions:"
      ),
      .init(line: "speakcall render -f book.txt -o - | flac -o book.flac -", explanation: "A long text, compressed:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    guard let output = arguments[output], output == "-" || output.lowercased().hasSuffix(".wav") else {
      let reason = arguments[output].map { "'\($0)' does not end in .wav" } ?? "no output file is given"
      throw .usage("\(reason): -o FILE.wav", command: "render")
    }
    if output == "-", isatty(context.terminal.output) == 1 {
      throw .usage("standard output is a terminal, which shows no sound: -o FILE.wav, or a pipe", command: "render")
    }
    if let path = arguments[script] { return try render(script: path, to: output, arguments, in: context) }
    guard arguments[ScriptFile.cast].isEmpty else {
      throw .usage("--cast is for a script: --script FILE", command: "render")
    }
    return try renderText(to: output, arguments, in: context)
  }

  private static func render(
    script path: String, to output: String, _ arguments: ParsedArguments, in context: CommandContext
  ) throws(Failure) -> ExitStatus {
    guard arguments[SayCommand.text].isEmpty else {
      throw .usage("a text and --script '\(path)' are given; only one of them can be spoken", command: "render")
    }
    let file = try ScriptFile(path, for: "render", in: context)
    let cast = try file.cast(arguments[ScriptFile.cast], for: "render", in: context)
    let voices = cast.cast.map { "\($0.name): \($0.settings.voice ?? "")" }.joined(separator: "; ")
    var session = try RenderSession(
      output: output, captions: arguments[captions],
      information: .init(title: path == "-" ? nil : name(of: path), comment: voices), in: context)
    try session.render(cast)
    return .success
  }

  private static func renderText(
    to output: String, _ arguments: ParsedArguments, in context: CommandContext
  ) throws(Failure) -> ExitStatus {
    let settings = try context.speechSettings(from: arguments, isSSML: arguments[SayCommand.ssml])
    let text = try SpokenText(arguments, for: "render", in: context)
    try text.checkMarkup(settings.isSSML, for: "render")
    let words = arguments[SayCommand.text].joined(separator: " ")
    let title = arguments[SayCommand.file].map(name) ?? (words.isEmpty || words == "-" ? nil : words)
    let renderer = SpeechRenderer(environment: context.environment)
    let voice: Voice
    do { voice = try renderer.check(settings) } catch { throw Failure(error) }
    var session = try RenderSession(
      output: output, captions: arguments[captions],
      information: .init(title: title, comment: settings.voice ?? voice.languages.first ?? voice.name), in: context)
    try session.render(text, settings: settings)
    return .success
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
