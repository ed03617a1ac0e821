/// A parser of the lines of subtitles, SubRip or WebVTT.
///
/// The times are dropped, because the voice decides how long a sentence takes. A sentence that continues in the next
/// cue becomes one quote.
struct SubtitleParser {
  /// The speaker where none is named.
  static let unnamed = "Speaker"

  /// The pause in seconds between two quotes, as between two sentences.
  static let quotePause = 0.2

  private enum State {
    case between, inCue
    /// In a block that is not spoken: a note, a style sheet or a region.
    case inOther
  }

  var script = ScriptBuilder()
  private let format: ScriptReader.Format
  private var state = State.between
  private var hasCue = false
  private var speaker = unnamed
  private var startsNewQuote = false

  /// A line that is the identifier of a cue if times follow.
  private var pending: ScriptLine?

  init(_ format: ScriptReader.Format) {
    self.format = format
  }

  /// Reads a line.
  mutating func read(_ line: ScriptLine) {
    let trimmed = line.trimmed
    if line.number == 1, format == .webVTT {
      state = .inOther
      guard trimmed.starts(with: "WEBVTT".utf8) else {
        return script.abort("the first line of a WebVTT file must be WEBVTT", at: ScriptPlace(line: 1, column: 1))
      }
    } else if trimmed.isEmpty {
      takePending()
      state = .between
    } else if state != .inOther {
      readInBlock(trimmed, of: line)
    }
  }

  /// Reads the pending line at the end of the text.
  mutating func finish() {
    takePending()
    script.closeQuote()
    if !hasCue, !script.hasErrors { script.report("there are no subtitles", at: ScriptPlace(line: 1, column: 1)) }
  }

  private mutating func readInBlock(_ trimmed: ArraySlice<UInt8>, of line: ScriptLine) {
    if let arrow = Self.arrow(in: trimmed) {
      pending = nil
      hasCue = true
      state = .inCue
      guard Self.isTime(trimmed[..<arrow]), Self.isTime(trimmed[(arrow + 3)...].trimmingSpace().prefix { !$0.isSpace })
      else {
        state = .inOther
        let example = format == .subRip ? "00:00:01,000 --> 00:00:04,000" : "00:01.000 --> 00:04.000"
        return script.report(
          "“\(ScriptParser.shown(trimmed))” is not a pair of times; write them as \(example)",
          at: line.place(of: trimmed.startIndex))
      }
    } else if state == .inCue {
      // Some SubRip files lack the empty line between cues: the number of the next cue is not spoken.
      takePending()
      if format == .subRip, trimmed.allSatisfy(\.isDigit) { pending = line } else { speak(line) }
    } else if format == .webVTT, Self.isOther(trimmed) {
      state = .inOther
    } else {
      takePending()
      pending = line
    }
  }

  /// Reads a pending line that no times follow.
  private mutating func takePending() {
    guard let line = pending else { return }
    pending = nil
    // Some SubRip files have empty lines within a cue.
    guard format == .subRip, hasCue else {
      return script.report(
        "“\(ScriptParser.shown(line.trimmed))” is outside of a cue; a cue begins with its times",
        at: line.place(of: line.trimmed.startIndex))
    }
    speak(line)
  }

  private mutating func speak(_ line: ScriptLine) {
    guard line.bytes.count <= ScriptBuilder.longestQuote else {
      return script.report(
        "the line has \(line.bytes.count) bytes, more than \(ScriptBuilder.longestQuote)",
        at: ScriptPlace(line: line.number, column: 1))
    }
    for part in CueText(line.bytes).parts {
      if let name = part.speaker, name != speaker {
        speaker = name
        startsNewQuote = true
      }
      startsNewQuote = startsNewQuote || part.isTurn
      guard !part.text.isEmpty else { continue }
      add(part.text, at: line.place(of: line.trimmed.startIndex))
    }
  }

  private mutating func add(_ text: String, at place: ScriptPlace) {
    if !startsNewQuote, let last = script.lastQuote, !CueText.endsSentence(last.text),
      last.text.utf8.count + text.utf8.count < ScriptBuilder.longestQuote
    {
      script.extend(text, at: place)
    } else {
      if script.lastQuote != nil { script.pause(Self.quotePause, at: place) }
      script.begin(speaker, text, at: place)
    }
    startsNewQuote = false
  }

  private static func isOther(_ bytes: ArraySlice<UInt8>) -> Bool {
    let word = bytes.prefix { !$0.isSpace }
    return ["NOTE", "STYLE", "REGION"].contains { word.elementsEqual($0.utf8) }
  }

  private static func arrow(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0] == UInt8(ascii: "-") && bytes[$0...].starts(with: "-->".utf8) }
  }

  /// Returns whether this is a time such as `01:02:03,456`, with a point or a comma, with or without hours.
  private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.trimmingSpace().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let seconds = parts.last else { return false }
    let isWhole = parts.dropLast().allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    return isWhole && seconds.first?.isDigit ?? false
      && seconds.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
  }
}
