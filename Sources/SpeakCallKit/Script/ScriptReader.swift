/// The reader of scripts: text in, a script or everything that is wrong with it out.
public enum ScriptReader {
  /// What a text is written in.
  public enum Format: Sendable, CaseIterable {
    /// Lines with a speaker, a colon and what they say.
    case script
    /// SubRip subtitles (`.srt`).
    case subRip
    /// WebVTT subtitles (`.vtt`).
    case webVTT
  }

  /// Reads a script.
  ///
  /// Errors are told together, in the order of their places.
  public static func read(_ text: String, as format: Format = .script) throws(ScriptErrors) -> Script {
    Script(cast: [], quotes: [])
  }
}
