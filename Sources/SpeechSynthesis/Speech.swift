import SystemSupport

/// An object that turns text into speech, in a process of its own that it starts, keeps warm, watches and replaces.
///
/// One text is spoken at a time. The audio is pulled: what is not asked for is not made.
public actor Speech {
  private let executor = ThreadExecutor(name: "speech")
  private let engine: EngineSupervisor
  private let defaultVoices: [String]
  private var pronunciations: PronunciationFile?
  private var current: (id: Int, delivery: TextDelivery, form: SpokenForm)?
  private var lastID = 0
  private var finishedID = 0

  /// The actor waits for the engine in blocking calls, so it has a thread of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates the object; the engine is started at the first use, unless `startsEngine` has it start at once.
  ///
  /// - Parameters:
  ///   - executable: The program that runs ``EngineProcess`` when its argument is `engine`.
  ///   - pronunciations: The folder of `pronunciations.json`, by which texts are spoken; `nil` to speak them as they are.
  ///   - cache: The folder in which what was found out about the voices is kept for the next engine; `nil` for none.
  ///   - environment: The environment of the engine; its locale variables choose the default voice.
  ///   - timeout: How long the engine may be silent while it is waited for; more means that it was stopped. It needs a
  ///     thousandth of this, and what computes without end is ended sooner, by the engine itself.
  public init(
    executable: String = ChildProcess.thisProgram, pronunciations folder: String? = nil,
    cache: String? = nil,
    environment: [String: String] = Environment.current,
    timeout: Duration = .seconds(3),
    startsEngine: Bool = false
  ) {
    let engine = EngineSupervisor(executable: executable, environment: environment, cache: cache, timeout: timeout)
    // A failure is met again, and reported, at the first use.
    if startsEngine { do { try engine.launch() } catch {} }
    self.engine = engine
    pronunciations = folder.map { PronunciationFile(folder: $0) }
    defaultVoices = Voice.defaults(environment: environment)
  }

  /// The engine process that was started last.
  var engineProcess: Int32? { engine.process }

  /// What the kernel does not have to confine the engine with, each with the reason; empty if it has everything.
  public func missingProtection() throws(SpeechError) -> [String] {
    try engine.missingProtection()
  }

  /// Starts the engine with the default voice, so that the first word comes without delay.
  public func warmUp() throws(SpeechError) {
    cancelCurrent()
    var settings = SpeechSettings()
    settings.voice = try check(settings).identifier
    _ = try engine.start(.prepare(settings))
  }

  /// Returns the voices of a language and its dialects, all for `nil`, the variants for `variant`.
  public func voices(language: String?) throws(SpeechError) -> [Voice] {
    try engine.catalogue().list(language: language)
  }

  /// Returns the voice that settings stand for, or throws what is wrong with them.
  public func check(_ settings: SpeechSettings) throws(SpeechError) -> Voice {
    try engine.voice(for: settings, defaults: defaultVoices)
  }

  /// Begins to speak a text.
  ///
  /// A text that is still being spoken is cancelled: its ``Synthesis/next()`` throws ``SpeechError/cancelled``. An engine
  /// that dies or hangs is replaced without an error; a word that does it to it again is left out, see
  /// ``SpeechChunk/skipped``.
  ///
  /// - Parameters:
  ///   - text: At most 64 KiB of UTF-8; longer texts are given in pieces, after each of which follows the pause of a
  ///     sentence's end (about 300 ms).
  public func begin(_ text: String, settings: SpeechSettings = SpeechSettings()) throws(SpeechError) -> Synthesis {
    guard text.utf8.count <= EngineRequest.longestText else {
      throw .textTooLong(bytes: text.utf8.count, limit: EngineRequest.longestText)
    }
    let voice = try check(settings)
    cancelCurrent()
    var settings = settings
    settings.voice = voice.identifier
    let (form, problem) =
      pronunciations?.spokenForm(of: text, isSSML: settings.isSSML, by: voice) ?? (SpokenForm(unchanged: text), nil)
    settings.readsPhonemes = form.hasPhonemes
    let delivery = try TextDelivery(form.text, settings: settings, by: engine)
    lastID += 1
    current = (lastID, delivery, form)
    return Synthesis(
      speech: self, id: lastID, voice: voice, voiceLevel: delivery.voiceLevel,
      warnings: [problem].compactMap(\.self))
  }

  /// Waits for the next chunk of a synthesis.
  func next(_ id: Int) throws(SpeechError) -> SpeechChunk? {
    if id == finishedID {
      return nil
    }
    guard var current, current.id == id else { throw .cancelled }
    // Whatever else happens than one more chunk, this synthesis is over.
    self.current = nil
    guard let chunk = try current.delivery.next() else {
      finishedID = id
      return nil
    }
    let typed = current.form.typed(chunk)
    self.current = current
    return typed
  }

  /// Ends a synthesis if it is the one under way.
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
