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

    /// Creates the format that the name of a file stands for.
    public init(path: String) {
      let name = path.lowercased()
      self = name.hasSuffix(".srt") ? .subRip : name.hasSuffix(".vtt") ? .webVTT : .script
    }
  }

  /// Reads a script.
  ///
  /// Errors are told together, in the order of their places.
  public static func read(_ text: String, as format: Format = .script) throws(ScriptErrors) -> Script {
    var script: ScriptBuilder
    switch format {
    case .script:
      var parser = ScriptParser()
      ScriptLine.forEach(of: text) { line in
        parser.read(line)
        return !parser.script.isHopeless
      }
      script = parser.script
    case .subRip, .webVTT:
      var parser = SubtitleParser(format)
      ScriptLine.forEach(of: text) { line in
        parser.read(line)
        return !parser.script.isHopeless
      }
      parser.finish()
      script = parser.script
    }
    return try script.finish()
  }
}
