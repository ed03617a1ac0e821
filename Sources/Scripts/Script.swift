import SpeechSynthesis

/// A conversation to speak: the cast and the quotes.
public struct Script: Sendable, Equatable {
  /// The speakers, in the order of their first appearance.
  public internal(set) var cast: [CastMember]

  /// The quotes in the order of speaking; each speaker is in the cast.
  public let quotes: [Quote]

  /// The likely mistakes that do not keep the script from being spoken.
  public private(set) var warnings: [ScriptError] = []
}

/// A stretch of text that one speaker says.
public struct Quote: Sendable, Equatable {
  /// The name of the speaker.
  public let speaker: String

  /// The words, on one line.
  public internal(set) var text: String

  /// The line of the script on which the quote begins, counted from 1.
  public let line: Int

  /// The seconds of silence that the script asks for before the quote, 0 for none.
  public private(set) var pauseBefore = 0.0
}

/// A speaker in a script, with the voice that speaks for them.
public struct CastMember: Sendable, Equatable {
  /// The name of the speaker, as the script spells it.
  public let name: String

  /// The speech settings; the voice is `nil` until the member is cast.
  public internal(set) var settings = SpeechSettings()

  /// The language to choose a voice for, `nil` for the user's.
  var language: String?

  /// The place where the script names the voice, `nil` if it does not.
  var voicePlace: ScriptPlace?

  /// The place where the script names the language, `nil` if it does not.
  var languagePlace: ScriptPlace?
}
