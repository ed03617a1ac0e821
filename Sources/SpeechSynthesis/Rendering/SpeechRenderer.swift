import SystemSupport

/// An offline renderer, which makes the samples that a call would hear as fast as possible.
///
/// Its calls block until the engine answers.
public final class SpeechRenderer {
  /// The time without an answer after which the engine counts as hung; long, because nobody is waiting for sound.
  private static let timeout = Duration.seconds(20)

  private let engine: EngineSupervisor
  private let defaultVoices: [String]
  private let pronunciations: PronunciationSource

  /// Creates a renderer, which starts the engine at the first use.
  ///
  /// - Parameters:
  ///   - executable: The program that runs ``EngineProcess`` when its argument is `engine`.
  ///   - pronunciations: The folder of `pronunciations.json`; `nil` to use no pronunciations.
  ///   - environment: The environment of the engine; its locale variables choose the default voice.
  public init(
    executable: String = ChildProcess.thisProgram, pronunciations folder: String? = nil,
    environment: [String: String] = Environment.current
  ) {
    pronunciations = PronunciationSource(folder: folder)
    engine = EngineSupervisor(executable: executable, environment: environment, timeout: Self.timeout)
    defaultVoices = Voice.defaults(environment: environment)
  }

  /// Validates settings and returns their voice.
  public func check(_ settings: SpeechSettings) throws(SpeechError) -> Voice {
    try engine.voice(for: settings, defaults: defaultVoices)
  }

  /// Begins an utterance after the previous one is finished.
  public func begin(_ settings: SpeechSettings) throws(SpeechError) -> RenderedUtterance {
    var settings = settings
    let voice = try check(settings)
    settings.voice = voice.identifier
    return RenderedUtterance(settings, voice: voice, by: engine, pronunciations: pronunciations)
  }
}

/// An utterance of a ``SpeechRenderer``, with text in pieces and sound in blocks.
public struct RenderedUtterance: ~Copyable {
  private var settings: SpeechSettings
  private let voice: Voice
  private let engine: EngineSupervisor
  private var processor: SpeechProcessor?
  private var pronunciations: PronunciationSource
  private var delivery: TextDelivery?
  private var form: SpokenForm?
  private var base = 0
  private var next = 0

  private var warnings: [String] = []

  init(
    _ settings: SpeechSettings, voice: Voice, by engine: EngineSupervisor, pronunciations: PronunciationSource
  ) {
    self.settings = settings
    self.voice = voice
    self.engine = engine
    self.pronunciations = pronunciations
  }

  /// Begins the next piece of text, of at most 64 KiB, after the last block of the previous one.
  ///
  /// - Returns: The offset of the piece in the text, in Unicode scalars.
  @discardableResult
  public mutating func speak(_ piece: String) throws(SpeechError) -> Int {
    let (form, problem) = pronunciations.spokenForm(of: piece, isSSML: settings.isSSML, by: voice)
    if let problem { warnings.append(problem) }
    settings.readsPhonemes = form.hasPhonemes
    let delivery = try TextDelivery(form.text, settings: settings, by: engine)
    self.form = form
    if processor == nil { processor = SpeechProcessor(voiceLevel: delivery.voiceLevel, gain: settings.gain ?? 0) }
    self.delivery = delivery
    base = next
    next += piece.unicodeScalars.count
    return base
  }

  /// Returns the next block, which may be empty; `nil` at the end of the piece.
  public mutating func nextBlock() throws(SpeechError) -> SpeechBlock? {
    guard let spoken = try delivery?.next() else {
      delivery = nil
      return nil
    }
    let chunk = form?.typed(spoken) ?? spoken
    warnings += chunk.skipped.map(\.description)
    return try processor?.process(chunk.shifted(by: base))
  }

  /// Ends the utterance and returns the rest of its sound.
  public mutating func finish() throws(SpeechError) -> SpeechBlock? {
    guard processor != nil else { return nil }
    let rest = try processor?.finish()
    processor = nil
    return rest
  }

  /// Returns and clears the warnings, such as skipped words, one sentence each.
  public mutating func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }
}
