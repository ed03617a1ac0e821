import SystemSupport

/// An object that speaks to nobody: it makes the same samples as are played into a call, as fast as they can be made.
///
/// Its calls block until the engine answers.
public final class SpeechRenderer {
  /// How long the engine may be silent: nobody listens, so a busy machine has all the time it needs.
  private static let timeout = Duration.seconds(20)

  private let engine: EngineSupervisor
  private let defaultVoices: [String]
  private let pronunciations: PronunciationFile?

  /// Creates the object; the engine is started at the first use.
  ///
  /// - Parameters:
  ///   - executable: The program that runs ``EngineProcess`` when its argument is `engine`.
  ///   - pronunciations: The folder of `pronunciations.json`, by which texts are spoken; `nil` to speak them as they are.
  ///   - environment: The environment of the engine; its locale variables choose the default voice.
  public init(
    executable: String = ChildProcess.thisProgram, pronunciations folder: String? = nil,
    environment: [String: String] = Environment.current
  ) {
    pronunciations = folder.map { PronunciationFile(folder: $0) }
    engine = EngineSupervisor(executable: executable, environment: environment, timeout: Self.timeout)
    defaultVoices = Voice.defaults(environment: environment)
  }

  /// Returns the voice that settings stand for, or throws what is wrong with them.
  public func check(_ settings: SpeechSettings) throws(SpeechError) -> Voice {
    try engine.voice(for: settings, defaults: defaultVoices)
  }

  /// Begins an utterance; the one before must be finished.
  public func begin(_ settings: SpeechSettings) throws(SpeechError) -> RenderedUtterance {
    var settings = settings
    let voice = try check(settings)
    settings.voice = voice.identifier
    return RenderedUtterance(settings, voice: voice, by: engine, pronunciations: pronunciations)
  }
}
