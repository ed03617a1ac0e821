import Glibc
import SpeakCallProtocol
import SpeechSynthesis

/// `speakcall render`: renders speech to a WAV file.
enum RenderCommand: Command {
  static let output = Option(file: "output", short: "o", help: "write to this WAV file; - is standard output")
  static let script = Option(file: "script", help: "read a script or subtitles from this file")
  static let captions = Option(file: "captions", help: "also write captions to this .vtt or .srt file")

  static let declaration = CommandDeclaration(
    name: "render", abstract: "render speech to a WAV file",
    discussion: [
      "The file contains exactly the sound that a call would hear, as 16-bit mono at 48 kHz. Neither a sound server nor "
        + "permission is needed. Several operands form one text. With the operand -, or with a pipe and no operand, the "
        + "text is read from standard input.",
      "The file appears when it is complete. The same text always gives the same bytes.",
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
      .init(line: "speakcall render -o hello.wav \"Hello, can you hear me?\"", explanation: "Render a sentence:"),
      .init(
        line: "speakcall render --script play.txt --captions play.vtt -o play.wav",
        explanation: "Render a script with captions:"
      ),
      .init(
        line: "speakcall render -f book.txt -o - | flac -o book.flac -", explanation: "Render and compress a long text:"
      ),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    guard let output = arguments[output], output == "-" || output.lowercased().hasSuffix(".wav") else {
      let reason = arguments[output].map { "'\($0)' does not end in .wav" } ?? "no output file given"
      throw .usage("\(reason): -o FILE.wav", command: "render")
    }
    if output == "-", isatty(context.terminal.output) == 1 {
      throw .usage("standard output is a terminal: use -o FILE.wav or a pipe", command: "render")
    }
    if let path = arguments[script] { return try render(script: path, to: output, arguments, in: context) }
    guard arguments[ScriptFile.cast].isEmpty else {
      throw .usage("--cast requires --script FILE", command: "render")
    }
    return try renderText(to: output, arguments, in: context)
  }

  private static func render(
    script path: String, to output: String, _ arguments: ParsedArguments, in context: CommandContext
  ) throws(Failure) -> ExitStatus {
    guard arguments[SayCommand.text].isEmpty else {
      throw .usage("cannot render both a text and --script '\(path)'", command: "render")
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
    let text = try TextSource(arguments, for: "render", in: context)
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
