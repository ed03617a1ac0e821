/// One utterance of a ``SpeechRenderer``, whose text comes in pieces and whose sound is taken in blocks.
public struct RenderedUtterance: ~Copyable {
  private var settings: SpeechSettings
  private let voice: Voice
  private let engine: EngineSupervisor
  private var processor: SpeechProcessor?
  private var pronunciations: PronunciationFile?
  private var delivery: TextDelivery?
  private var form: SpokenForm?
  private var base = 0
  private var next = 0

  private var warnings: [String] = []

  init(
    _ settings: SpeechSettings, voice: Voice, by engine: EngineSupervisor, pronunciations: PronunciationFile?
  ) {
    self.settings = settings
    self.voice = voice
    self.engine = engine
    self.pronunciations = pronunciations
  }

  /// Begins the next piece of the text, of at most 64 KiB; the piece before must have been taken to its end.
  ///
  /// - Returns: The place of the piece in the text, in Unicode scalars.
  @discardableResult
  public mutating func speak(_ piece: String) throws(SpeechError) -> Int {
    let (form, problem) =
      pronunciations?.spokenForm(of: piece, isSSML: settings.isSSML, by: voice) ?? (SpokenForm(unchanged: piece), nil)
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

  /// Returns more of the sound, `nil` when another piece of the text is needed; a block may be empty.
  public mutating func nextBlock() throws(SpeechError) -> SpeechBlock? {
    guard let spoken = try delivery?.next() else {
      delivery = nil
      return nil
    }
    let chunk = form?.typed(spoken) ?? spoken
    warnings += chunk.skipped.map(\.description)
    return try processor?.process(chunk.shifted(by: base))
  }

  /// Returns the rest of the sound, after which the utterance is over.
  public mutating func finish() throws(SpeechError) -> SpeechBlock? {
    guard processor != nil else { return nil }
    let rest = try processor?.finish()
    processor = nil
    return rest
  }

  /// Returns what there was to remark since this was last asked for, one sentence each: words that were left out.
  public mutating func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }
}
