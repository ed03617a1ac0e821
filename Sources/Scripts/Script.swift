import SpeechSynthesis

/// A conversation to speak: the cast and the quotes.
public struct Script: Sendable, Equatable {
  /// The speakers, in the order of their first appearance.
  public var cast: [CastMember]

  /// The quotes in the order of speaking; each speaker is in the cast.
  public var quotes: [Quote]

  /// The likely mistakes that do not keep the script from being spoken.
  public var warnings: [ScriptError]

  /// Creates a script.
  public init(cast: [CastMember], quotes: [Quote], warnings: [ScriptError] = []) {
    self.cast = cast
    self.quotes = quotes
    self.warnings = warnings
  }
}

/// A stretch of text that one speaker says.
public struct Quote: Sendable, Equatable {
  /// The name of the speaker.
  public var speaker: String

  /// The words, on one line.
  public var text: String

  /// The line of the script on which the quote begins, counted from 1.
  public var line: Int

  /// The seconds of silence that the script asks for before the quote, 0 for none.
  public var pauseBefore: Double

  /// Creates a quote.
  public init(speaker: String, text: String, line: Int, pauseBefore: Double = 0) {
    self.speaker = speaker
    self.text = text
    self.line = line
    self.pauseBefore = pauseBefore
  }
}

/// A speaker in a script, with the voice that speaks for them.
public struct CastMember: Sendable, Equatable {
  /// The name of the speaker, as the script spells it.
  public var name: String

  /// The speech settings; the voice is `nil` until the member is cast.
  public var settings = SpeechSettings()

  /// The language to choose a voice for, `nil` for the user's.
  var language: String?

  /// The place where the script names the voice, `nil` if it does not.
  var voicePlace: ScriptPlace?

  /// The place where the script names the language, `nil` if it does not.
  var languagePlace: ScriptPlace?

  /// Creates a member of the cast.
  public init(name: String, settings: SpeechSettings = SpeechSettings()) {
    self.name = name
    self.settings = settings
  }
}
