/// The voices of espeak-ng, for a process that does nothing else with it.
public enum InstalledVoices {
  // The library must be initialized only once in a process.
  private static let catalogue = Result { () throws(SpeechError) in try EspeakEngine().catalogue }

  /// Returns the voices of a language and its dialects, all for `nil`, the variants for `variant`.
  public static func list(language: String?) throws(SpeechError) -> [Voice] {
    try catalogue.get().list(language: language)
  }

  /// Returns the voice that a name, identifier, language tag or any of them with `+variant` stands for.
  public static func resolve(_ name: String) throws(SpeechError) -> Voice {
    try catalogue.get().resolve(name)
  }
}
