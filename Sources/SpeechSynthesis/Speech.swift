import SystemSupport

/// A speech synthesizer that runs espeak-ng in a supervised process.
///
/// It speaks one text at a time. Audio is pulled: nothing is synthesized before it is asked for.
public actor Speech {
  private let executor = ThreadExecutor(name: "speech")
  private let engine: EngineSupervisor
  private let defaultVoices: [String]
  private var pronunciations: PronunciationSource
  private var current: (id: Int, delivery: TextDelivery, form: SpokenForm)?
  private var lastID = 0
  private var finishedID = 0

  /// An executor with a thread of its own, because the actor blocks while it waits for the engine.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a synthesizer, which starts the engine at the first use, or at once with `startsEngine`.
  ///
  /// - Parameters:
  ///   - executable: The program that runs ``EngineProcess`` when its argument is `engine`.
  ///   - pronunciations: The folder of `pronunciations.json`; `nil` to use no pronunciations.
  ///   - cache: The folder of the cache of voices and their levels; `nil` for none.
  ///   - environment: The environment of the engine; its locale variables choose the default voice.
  ///   - timeout: The time without an answer after which the engine counts as hung. It needs a thousandth of this, and
  ///     it ends endless computations sooner by itself.
  public init(
    executable: String = ChildProcess.thisProgram, pronunciations folder: String? = nil,
    cache: String? = nil, environment: [String: String] = Environment.current, timeout: Duration = .seconds(3),
    startsEngine: Bool = false
  ) {
    let engine = EngineSupervisor(executable: executable, environment: environment, cache: cache, timeout: timeout)
    // The first use tries again and reports the failure.
    if startsEngine { do { try engine.launch() } catch {} }
    self.engine = engine
    pronunciations = PronunciationSource(folder: folder)
    defaultVoices = Voice.defaults(environment: environment)
  }

  /// The engine process started last.
  var engineProcess: Int32? { engine.process }

  /// Returns the sandbox features that the kernel lacks, each with the reason.
  public func missingProtection() throws(SpeechError) -> [String] {
    try engine.missingProtection()
  }

  /// Starts the engine with the default voice, which makes the first word come sooner.
  public func warmUp() throws(SpeechError) {
    cancelCurrent()
    var settings = SpeechSettings()
    settings.voice = try check(settings).identifier
    _ = try engine.start(.prepare(settings))
  }

  /// Returns the voices of a language and its dialects: all for `nil`, the variants for `variant`.
  func voices(language: String?) throws(SpeechError) -> [Voice] {
    try engine.catalogue().list(language: language)
  }

  /// Validates settings and returns their voice.
  public func check(_ settings: SpeechSettings) throws(SpeechError) -> Voice {
    try engine.voice(for: settings, defaults: defaultVoices)
  }

  /// Begins to speak a text.
  ///
  /// A text still being spoken is cancelled: its ``Synthesis/next()`` throws ``SpeechError/cancelled``. An engine that
  /// dies or hangs is replaced without an error. A word that makes it fail again is skipped, see
  /// ``SpeechChunk/skipped``.
  ///
  /// - Parameters:
  ///   - text: At most 64 KiB of UTF-8. Longer texts come in pieces, each followed by the pause of a sentence end
  ///     (about 300 ms).
  public func begin(_ text: String, settings: SpeechSettings = SpeechSettings()) throws(SpeechError) -> Synthesis {
    guard text.utf8.count <= EngineRequest.longestText else {
      throw .textTooLong(bytes: text.utf8.count, limit: EngineRequest.longestText)
    }
    let voice = try check(settings)
    cancelCurrent()
    var settings = settings
    settings.voice = voice.identifier
    let (form, problem) = pronunciations.spokenForm(of: text, isSSML: settings.isSSML, by: voice)
    settings.readsPhonemes = form.hasPhonemes
    let delivery = try TextDelivery(form.text, settings: settings, by: engine)
    lastID += 1
    current = (lastID, delivery, form)
    return Synthesis(
      speech: self, id: lastID, voice: voice, voiceLevel: delivery.voiceLevel,
      warnings: [problem].compactMap(\.self))
  }

  /// Waits for the next chunk of a synthesis and returns it.
  func next(_ id: Int) throws(SpeechError) -> SpeechChunk? {
    if id == finishedID {
      return nil
    }
    guard var current, current.id == id else { throw .cancelled }
    // The synthesis is over unless another chunk comes.
    self.current = nil
    guard let chunk = try current.delivery.next() else {
      finishedID = id
      return nil
    }
    let typed = current.form.typed(chunk)
    self.current = current
    return typed
  }

  /// Cancels a synthesis if it is the current one.
  func cancel(_ id: Int) {
    if current?.id == id {
      cancelCurrent()
    }
  }

  private func cancelCurrent() {
    if current != nil {
      current = nil
      engine.cancel()
    }
  }
}

/// The synthesis of one text.
public struct Synthesis: Sendable {
  private let speech: Speech
  private let id: Int

  /// The voice.
  public let voice: Voice

  /// The active level of the voice as it leaves the engine, in dBFS; `nil` if unknown.
  public let voiceLevel: Double?

  /// Warnings about files that the speech depends on, as sentences without their full stops.
  public let warnings: [String]

  init(speech: Speech, id: Int, voice: Voice, voiceLevel: Double?, warnings: [String]) {
    self.speech = speech
    self.id = id
    self.voice = voice
    self.voiceLevel = voiceLevel
    self.warnings = warnings
  }

  /// Waits for the next chunk and returns it; `nil` after the last one.
  ///
  /// If the engine dies or hangs, the incomplete word is spoken again. Throws ``SpeechError/engineDied`` or
  /// ``SpeechError/engineStalled`` after repeated failures, if nothing of the text could be spoken, and in SSML after
  /// the first chunk. Throws ``SpeechError/cancelled`` after ``cancel()`` or the beginning of another text.
  public func next() async throws(SpeechError) -> SpeechChunk? {
    try await speech.next(id)
  }

  /// Cancels the synthesis; does nothing after the last chunk.
  public func cancel() async {
    await speech.cancel(id)
  }
}
