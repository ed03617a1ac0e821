import AudioProcessing
import Scripts
import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport
import TextProcessing

/// One `render` from its first word to its last: speech into a WAV file, and its words into captions.
struct RenderSession: ~Copyable {
  private let renderer: SpeechRenderer
  private let terminal: Terminal
  private var wave: WaveFile
  private var captions: RenderedCaptions?

  /// Opens the files, which appear when all is spoken.
  init(output: String, captions path: String?, information: WaveFile.Information, in context: CommandContext)
    throws(Failure)
  {
    let captions = try path.map { path throws(Failure) in try RenderedCaptions(path: path) }
    let wave = try Self.open(output, information)
    renderer = SpeechRenderer(
      pronunciations: try context.paths().configuration, environment: context.environment)
    terminal = context.terminal
    self.wave = wave
    self.captions = captions
  }

  /// Speaks a script.
  mutating func render(_ script: Script) throws(Failure) {
    let members = Dictionary(uniqueKeysWithValues: script.cast.map { ($0.name, $0.settings) })
    for quote in script.quotes {
      do { try wave.writeSilence(seconds: quote.pauseBefore) } catch { throw Failure(error) }
      var text: String? = quote.text
      try speak(for: quote.speaker, members[quote.speaker] ?? SpeechSettings()) { () throws(Failure) in text.take() }
    }
    try finish()
  }

  /// Speaks a text, whatever its length.
  mutating func render(_ text: consuming SpokenText, settings: SpeechSettings) throws(Failure) {
    switch consume text {
    case .whole(let text):
      var pieces = (settings.isSSML ? [text] : TextPieces.of(text))[...]
      try speak(for: nil, settings) { () throws(Failure) in pieces.popFirst() }
    case .file(let input): try speak(from: input, settings)
    case .stream(let input): try speak(from: input, settings)
    }
    try finish()
  }

  private mutating func speak(from input: consuming TextInput, _ settings: SpeechSettings) throws(Failure) {
    var input = input
    try speak(for: nil, settings) { () throws(Failure) in try input.nextWhole() }
  }

  private mutating func speak(
    for speaker: String?, _ settings: SpeechSettings, nextPiece: () throws(Failure) -> String?
  ) throws(Failure) {
    captions?.begin(speaker: speaker, at: wave.frames)
    var utterance = try Self.attempt { () throws(SpeechError) in try renderer.begin(settings) }
    while let piece = try nextPiece() {
      let base = try Self.attempt { () throws(SpeechError) in try utterance.speak(piece) }
      captions?.add(piece, base: base)
      while let block = try Self.attempt({ () throws(SpeechError) in try utterance.nextBlock() }) { try take(block) }
      for warning in utterance.takeWarnings() {
        terminal.report(TerminalText.sanitized("speakcall: \(warning)."))
      }
    }
    if let rest = try Self.attempt({ () throws(SpeechError) in try utterance.finish() }) { try take(rest) }
    try captions?.end(at: wave.frames)
  }

  private static func attempt<Value: ~Copyable>(
    _ body: () throws(SpeechError) -> Value
  ) throws(Failure) -> Value {
    do { return try body() } catch { throw Failure(error) }
  }

  private mutating func take(_ block: SpeechBlock) throws(Failure) {
    do { try wave.write(block.samples) } catch { throw Failure(error) }
    try captions?.hear(block.words)
  }

  private mutating func finish() throws(Failure) {
    do { try wave.finish() } catch { throw Failure(error) }
    try captions?.finish()
  }

  private static func open(_ path: String, _ information: WaveFile.Information) throws(Failure) -> WaveFile {
    let file = try file(path)
    do { return try WaveFile(file, information: information) } catch { throw Failure(error) }
  }

  private static func file(_ path: String) throws(Failure) -> OutputFile {
    do {
      return path == "-" ? try OutputFile.standardOutput() : try OutputFile.replacing(path)
    } catch {
      throw Failure(writing: error)
    }
  }
}
