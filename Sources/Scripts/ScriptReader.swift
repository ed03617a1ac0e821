/// A reader that turns text into a script, or into all errors of it.
public enum ScriptReader {
  /// The format of a text.
  public enum Format: Sendable, CaseIterable {
    /// Lines with a speaker, a colon and the words.
    case script
    /// SubRip subtitles (`.srt`).
    case subRip
    /// WebVTT subtitles (`.vtt`).
    case webVTT

    /// Creates the format of a file from the extension of its name.
    public init(path: String) {
      let name = path.lowercased()
      self = name.hasSuffix(".srt") ? .subRip : name.hasSuffix(".vtt") ? .webVTT : .script
    }
  }

  /// Reads a script, or throws all its errors in the order of their places.
  public static func read(_ text: String, as format: Format = .script) throws(ScriptErrors) -> Script {
    var script: ScriptBuilder
    switch format {
    case .script:
      var parser = ScriptParser()
      ScriptLine.forEach(of: text) { line in
        parser.read(line)
        return !parser.script.isAborted
      }
      script = parser.script
    case .subRip, .webVTT:
      var parser = SubtitleParser(format)
      ScriptLine.forEach(of: text) { line in
        parser.read(line)
        return !parser.script.isAborted
      }
      parser.finish()
      script = parser.script
    }
    return try script.finish()
  }
}
