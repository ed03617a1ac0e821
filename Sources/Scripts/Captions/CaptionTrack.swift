/// Makes cues of what is spoken: at most two lines of 42 columns, each shown when its first word is heard.
public struct CaptionTrack: Sendable {
  /// The most characters of a line, the measure of the subtitle guidelines of broadcasters.
  public static let longestLine = 42

  /// The most lines of a cue.
  public static let mostLines = 2

  private let format: CaptionFormat
  private var speaker: String?
  private var text = ""
  private var start = 0.0
  private var words: [(offset: Int, end: Int, time: Double)] = []

  /// Creates a track for captions of a format.
  public init(for format: CaptionFormat) {
    self.format = format
  }

  /// Notes that the first sample of a quote is heard.
  public mutating func begin(speaker: String?, text: String, at time: Double) {
    (self.speaker, self.text, start, words) = (speaker, text, time, [])
  }

  /// Notes that a word of the quote is heard; its place is in Unicode scalars of the text.
  public mutating func hear(offset: Int, length: Int, at time: Double) {
    words.append((offset, offset + length, time))
  }

  /// Returns the cues of the quote, of which nothing more is heard.
  ///
  /// - Parameter isWhole: `false` if the rest of it was not heard: what is behind the last word is left out.
  public mutating func end(at time: Double, isWhole: Bool = true) -> [CaptionCue] {
    let spoken = isWhole ? nil : words.last?.end ?? 0
    let parts = Self.parts(of: CaptionText.tokens(of: text, upTo: spoken), label: label)
    let length = max(1, text.unicodeScalars.count)
    var cues: [CaptionCue] = []
    for (index, part) in parts.enumerated() {
      let next = index + 1 < parts.count ? parts[index + 1].offset : Int.max
      let heard = words.first { $0.end > part.offset && $0.offset < next }?.time
      let estimate = start + (time - start) * Double(part.offset) / Double(length)
      let begin = index == 0 ? start : max(heard ?? estimate, cues[index - 1].start)
      if index > 0 { cues[index - 1].end = begin }
      cues.append(CaptionCue(speaker: speaker, lines: part.lines, start: begin, end: max(begin, time)))
    }
    return cues
  }

  private var label: String? { format == .subRip ? speaker.map { "\($0):" } : nil }

  /// The lines of a cue, and the place of its first word.
  private typealias Part = (lines: [String], offset: Int)

  private static func parts(of tokens: [CaptionText.Token], label: String?) -> [Part] {
    var parts: [Part] = []
    var room = 0
    for (index, token) in tokens.enumerated() {
      let isSentence = index > 0 && CueText.endsSentence(tokens[index - 1].text)
      let needed = token.text.count + 1
      if let last = parts.indices.last, needed <= room, !(isSentence && parts[last].lines.count == mostLines) {
        parts[last].lines[parts[last].lines.count - 1] += " " + token.text
        room -= needed
      } else if let last = parts.indices.last, parts[last].lines.count < mostLines {
        parts[last].lines.append(token.text)
        room = longestLine - token.text.count
      } else {
        parts.append(([token.text], token.offset))
        room = longestLine - token.text.count
        if index == 0, let label {
          parts[0].lines = label.count < room ? ["\(label) \(token.text)"] : [label, token.text]
          if label.count < room { room -= label.count + 1 }
        }
      }
    }
    return parts
  }
}
