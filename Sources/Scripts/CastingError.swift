import SpeechSynthesis

/// The reason for a script not to be cast.
public enum CastingError: Error, Sendable, Equatable {
  /// A voice is given to somebody who does not speak in the script; `nearest` are the speakers most like it.
  case unknownSpeaker(name: String, nearest: [String])
  /// A voice that is given to a speaker cannot be used.
  case voice(speaker: String, SpeechError)
  /// Voices or languages that the script names cannot be used.
  case script(ScriptErrors)
}
