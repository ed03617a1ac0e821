/// A maker of cues from speech: at most two lines of 42 columns, each shown when its first word is heard.
public struct CaptionTrack: Sendable {
  /// The maximum number of characters in a line, as in the subtitle guidelines of broadcasters.
  static let longestLine = 42

  /// The maximum number of lines in a cue.
  static let mostLines = 2

  private let format: CaptionFormat
  private var speaker: String?
  private var text = ""
  private var start = 0.0
  private var words: [(offset: Int, end: Int, time: Double)] = []

  /// Creates a track for captions of a format.
  public init(for format: CaptionFormat) {
    self.format = format
  }

  /// Begins a quote, whose first sample is heard now.
  public mutating func begin(speaker: String?, text: String, at time: Double) {
    (self.speaker, self.text, start, words) = (speaker, text, time, [])
  }

  /// Adds a word of the quote that is heard; `offset` and `length` count Unicode scalars.
  public mutating func hear(offset: Int, length: Int, at time: Double) {
    words.append((offset, offset + length, time))
  }

  /// Ends the quote and returns its cues.
  ///
  /// - Parameter isWhole: `false` to leave out the text after the last word heard.
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

  /// The lines of a cue and the offset of its first word.
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

/// A caption: the lines that are shown at one time.
public struct CaptionCue: Sendable, Equatable {
  /// The name of the speaker, `nil` if there is none.
  let speaker: String?

  /// The lines of text, none of them empty.
  let lines: [String]

  /// The time when it appears, in seconds of the play clock.
  let start: Double

  /// The time when it disappears, in seconds of the play clock.
  var end: Double
}

/// A tokenizer of text into words that fit a caption line.
enum CaptionText {
  /// A word with its punctuation.
  struct Token: Equatable {
    var text: String

    /// The offset in the text, in Unicode scalars.
    var offset: Int
  }

  /// Returns the words of a text up to an offset in Unicode scalars, and cuts those too long for a line.
  static func tokens(of text: String, upTo end: Int?) -> [Token] {
    var tokens: [Token] = []
    var word = ""
    var offset = 0
    var place = 0
    func finish() {
      if !word.isEmpty { tokens.append(Token(text: word, offset: offset)) }
      word = ""
    }
    for character in text {
      if let end, place >= end { break }
      if character.isWhitespace || character.unicodeScalars.allSatisfy({ $0.value < 0x20 }) {
        finish()
      } else {
        if word.count >= CaptionTrack.longestLine { finish() }
        if word.isEmpty { offset = place }
        word.append(character)
      }
      place += character.unicodeScalars.count
    }
    finish()
    return tokens
  }
}
