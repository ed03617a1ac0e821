import AudioProcessing
import Scripts
import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport
import TextProcessing

/// A run of `render`: writes speech to a WAV file and its words to captions.
struct RenderSession: ~Copyable {
  private let renderer: SpeechRenderer
  private let terminal: Terminal
  private var wave: WaveFile
  private var captions: RenderedCaptions?

  /// Opens the output files, which appear when rendering is complete.
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

  /// Renders a script.
  mutating func render(_ script: Script) throws(Failure) {
    let members = Dictionary(uniqueKeysWithValues: script.cast.map { ($0.name, $0.settings) })
    for quote in script.quotes {
      do { try wave.writeSilence(seconds: quote.pauseBefore) } catch { throw Failure(error) }
      var text: String? = quote.text
      try speak(for: quote.speaker, members[quote.speaker] ?? SpeechSettings()) { () throws(Failure) in text.take() }
    }
    try finish()
  }

  /// Renders a text of any length.
  mutating func render(_ text: consuming TextSource, settings: SpeechSettings) throws(Failure) {
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
      while let block = try Self.attempt({ () throws(SpeechError) in try utterance.nextBlock() }) { try write(block) }
      for warning in utterance.takeWarnings() {
        terminal.warn(warning)
      }
    }
    if let rest = try Self.attempt({ () throws(SpeechError) in try utterance.finish() }) { try write(rest) }
    try captions?.end(at: wave.frames)
  }

  private static func attempt<Value: ~Copyable>(
    _ body: () throws(SpeechError) -> Value
  ) throws(Failure) -> Value {
    do { return try body() } catch { throw Failure(error) }
  }

  private mutating func write(_ block: SpeechBlock) throws(Failure) {
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

/// The captions of rendered speech, timed by the frames of the sound.
struct RenderedCaptions: ~Copyable {
  private var writer: CaptionWriter
  private var track: CaptionTrack
  private var speaker: String?
  /// The first frame of the utterance.
  private var start = 0
  /// The pieces of the text with words to come; the first one is in the track.
  private var pieces: [(base: Int, text: String)] = []

  init(path: String) throws(Failure) {
    let writer = try Self.open(path)
    track = CaptionTrack(for: writer.format)
    self.writer = writer
  }

  private static func open(_ path: String) throws(Failure) -> CaptionWriter {
    do { return try CaptionWriter(path: path, isReplacing: true) } catch { throw Failure(error, command: "render") }
  }

  /// Begins an utterance.
  mutating func begin(speaker: String?, at frame: Int) {
    self.speaker = speaker
    start = frame
    pieces = []
  }

  /// Adds a piece of its text.
  mutating func add(_ text: String, base: Int) {
    pieces.append((base, text))
    if pieces.count == 1 { track.begin(speaker: speaker, text: text, at: time(0)) }
  }

  /// Adds words whose frames count from the start of the utterance.
  mutating func hear(_ words: [SpeechBlock.Word]) throws(Failure) {
    for word in words {
      while pieces.count > 1, word.offset >= pieces[1].base {
        try write(track.end(at: time(word.frame)))
        pieces.removeFirst()
        track.begin(speaker: speaker, text: pieces[0].text, at: time(word.frame))
      }
      guard let piece = pieces.first else { continue }
      track.hear(offset: word.offset - piece.base, length: word.length, at: time(word.frame))
    }
  }

  /// Ends the utterance.
  mutating func end(at frame: Int) throws(Failure) {
    for (index, piece) in pieces.enumerated() {
      if index > 0 { track.begin(speaker: speaker, text: piece.text, at: time(frame - start)) }
      try write(track.end(at: time(frame - start)))
    }
  }

  /// Completes the file.
  mutating func finish() throws(Failure) {
    do { try writer.finish() } catch { throw Failure(writing: error) }
  }

  private mutating func write(_ cues: [CaptionCue]) throws(Failure) {
    do { for cue in cues { try writer.add(cue) } } catch { throw Failure(writing: error) }
  }

  private func time(_ frame: Int) -> Double { Double(start + frame) / Double(AudioFormat.sampleRate) }
}
