/// One utterance of a ``SpeechRenderer``, whose text comes in pieces and whose sound is taken in blocks.
public struct RenderedUtterance: ~Copyable {
  private let settings: SpeechSettings
  private let engine: EngineSupervisor
  private var processor: SpeechProcessor?
  private var delivery: TextDelivery?
  private var base = 0
  private var next = 0

  /// Words that were left out since they were last asked for.
  private var skipped: [SkippedWord] = []

  init(_ settings: SpeechSettings, by engine: EngineSupervisor) {
    self.settings = settings
    self.engine = engine
  }

  /// Begins the next piece of the text, of at most 64 KiB; the piece before must have been taken to its end.
  ///
  /// - Returns: The place of the piece in the text, in Unicode scalars.
  @discardableResult
  public mutating func speak(_ piece: String) throws(SpeechError) -> Int {
    let delivery = try TextDelivery(piece, settings: settings, by: engine)
    if processor == nil { processor = SpeechProcessor(voiceLevel: delivery.voiceLevel, gain: settings.gain ?? 0) }
    self.delivery = delivery
    base = next
    next += piece.unicodeScalars.count
    return base
  }

  /// Returns more of the sound, `nil` when another piece of the text is needed; a block may be empty.
  public mutating func nextBlock() throws(SpeechError) -> SpeechBlock? {
    guard let chunk = try delivery?.next() else {
      delivery = nil
      return nil
    }
    skipped += chunk.skipped
    return try processor?.process(chunk.shifted(by: base))
  }

  /// Returns the rest of the sound, after which the utterance is over.
  public mutating func finish() throws(SpeechError) -> SpeechBlock? {
    guard processor != nil else { return nil }
    let rest = try processor?.finish()
    processor = nil
    return rest
  }

  /// Returns the words that were left out since this was last asked for.
  public mutating func takeSkipped() -> [SkippedWord] {
    defer { skipped = [] }
    return skipped
  }
}
