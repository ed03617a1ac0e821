/// A text that is being spoken.
public struct Synthesis: Sendable {
  private let speech: Speech
  private let id: Int

  /// The voice that speaks.
  public let voice: Voice

  /// The active level of the voice as it comes from the engine, in dBFS; `nil` if it is not known.
  public let voiceLevel: Double?

  /// What the caller should know about files that the speech depends on; sentences without their full stops.
  public let warnings: [String]

  init(speech: Speech, id: Int, voice: Voice, voiceLevel: Double?, warnings: [String]) {
    self.speech = speech
    self.id = id
    self.voice = voice
    self.voiceLevel = voiceLevel
    self.warnings = warnings
  }

  /// Waits for the next chunk, `nil` after the last one.
  ///
  /// Goes on with the word that was not complete when the engine dies or hangs. Throws ``SpeechError/engineDied`` or
  /// ``SpeechError/engineStalled`` when it does so again and again, when nothing of the text could be spoken, and in SSML
  /// after the first chunk. Throws ``SpeechError/cancelled`` after ``cancel()`` and when another text was begun.
  public func next() async throws(SpeechError) -> SpeechChunk? {
    try await speech.next(id)
  }

  /// Stops the synthesis; after the last chunk it does nothing.
  public func cancel() async {
    await speech.cancel(id)
  }
}
