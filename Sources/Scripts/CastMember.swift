import SpeechSynthesis

/// Somebody who speaks in a script, and the voice that speaks for them.
public struct CastMember: Sendable, Equatable {
  /// The name of the speaker, as the script writes it.
  public var name: String

  /// How the speaker sounds; the voice is `nil` until the member is cast.
  public var settings: SpeechSettings

  /// The language that a voice is to be chosen for, `nil` for that of the user.
  public var language: String?

  /// Where the script names the voice, `nil` if it does not.
  public var voicePlace: ScriptPlace?

  /// Where the script names the language, `nil` if it does not.
  public var languagePlace: ScriptPlace?

  /// Creates a member of the cast.
  public init(
    name: String, settings: SpeechSettings = SpeechSettings(), language: String? = nil,
    voicePlace: ScriptPlace? = nil, languagePlace: ScriptPlace? = nil
  ) {
    self.name = name
    self.settings = settings
    self.language = language
    self.voicePlace = voicePlace
    self.languagePlace = languagePlace
  }
}
