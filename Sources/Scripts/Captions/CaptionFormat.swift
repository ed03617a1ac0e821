/// A caption file format.
public enum CaptionFormat: Sendable, CaseIterable {
  /// WebVTT (`.vtt`), which marks the speaker.
  case webVTT
  /// SubRip (`.srt`), which puts the name of the speaker before the words.
  case subRip

  /// Creates the format of a file from the extension of its name; `nil` if there is none.
  public init?(path: String) {
    let name = path.lowercased()
    if name.hasSuffix(".vtt") {
      self = .webVTT
    } else if name.hasSuffix(".srt") {
      self = .subRip
    } else {
      return nil
    }
  }

  /// The beginning of a file.
  var header: String {
    switch self {
    case .webVTT: "WEBVTT\n\n"
    case .subRip: ""
    }
  }

  /// Returns the text of a cue; `number` counts from 1.
  func block(_ cue: CaptionCue, number: Int) -> String {
    let start = milliseconds(cue.start)
    let times = "\(time(start)) --> \(time(max(milliseconds(cue.end), start + 1)))\n"
    let lines = cue.lines.map { escaped($0) + "\n" }.joined()
    switch self {
    case .webVTT:
      let voice = cue.speaker.map { "<v \(escaped($0))>" } ?? ""
      return "\(times)\(voice)\(lines)\n"
    case .subRip:
      return "\(number)\n\(times)\(lines)\n"
    }
  }

  private func milliseconds(_ seconds: Double) -> Int { max(0, Int((seconds * 1000).rounded())) }

  /// Returns a time with hours and thousandths: `01:02:03.456`.
  private func time(_ milliseconds: Int) -> String {
    func padded(_ value: Int, _ digits: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let seconds = milliseconds / 1000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
    return "\(clock)\(self == .webVTT ? "." : ",")\(padded(milliseconds % 1000, 3))"
  }

  private func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "&<>{".utf8.contains($0) }) else { return text }
    var result = ""
    var last: Character = " "
    for character in text {
      switch (self, character) {
      case (.webVTT, "&"): result += "&amp;"
      case (.webVTT, "<"): result += "&lt;"
      case (.webVTT, ">"): result += "&gt;"
      // SubRip has no escapes: an invisible word joiner keeps the text from being read as markup.
      case (.subRip, "<"), (.subRip, "{"): result += "\(character)\u{2060}"
      case (.subRip, ">") where last == "-": result += "\u{2060}>"
      default: result.append(character)
      }
      last = character
    }
    return result
  }
}
