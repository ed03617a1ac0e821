import TextProcessing

/// How far a line that is spoken while it is typed has been handed over, and what of it is ready.
///
/// What was not handed over can be changed like any text. When something is changed that was, the changed words count as
/// new and are spoken as they stand now.
struct TypeAhead: Equatable {
  /// What has to be finished before it is spoken.
  enum Unit: String, CaseIterable {
    case word, sentence
  }

  /// The unit; nil when lines are spoken by Enter alone.
  var unit: Unit?
  /// The beginning of the line that was handed over.
  private(set) var taken = ""
  /// A Boolean value that indicates whether this line waits for Enter, because it could not be spoken.
  private(set) var waitsForEnter = false

  init(_ unit: Unit?) { self.unit = unit }

  /// Compares with the line as it is now, up to the last word that is unchanged.
  mutating func follow(_ line: String) {
    guard !line.hasPrefix(taken) else { return }
    let same = zip(taken, line).prefix { $0 == $1 }.count
    let kept = taken.prefix(same)
    taken = String(kept[..<(kept.lastIndex { $0.isWhitespace }.map { kept.index(after: $0) } ?? kept.startIndex)])
  }

  /// What is finished and was not handed over, of the text up to the cursor.
  func ready(in text: String) -> String {
    guard let unit, !waitsForEnter, text.hasPrefix(taken), !Self.isSpecial(text) else { return "" }
    let rest = Self.withoutPhrases(text.dropFirst(taken.count))
    guard let end = unit == .word ? Self.endOfWords(rest) : Self.endOfSentences(rest) else { return "" }
    let ready = rest[..<end]
    return ready.contains { !$0.isWhitespace } ? String(ready) : ""
  }

  /// Notes that text was handed over.
  mutating func take(_ text: String) { taken += text }

  /// Notes that nothing of the line so far is to be spoken any more.
  mutating func take(all line: String) { taken = line }

  /// What Enter has left to speak of a line.
  func rest(of line: String) -> String { line.hasPrefix(taken) ? String(line.dropFirst(taken.count)) : line }

  /// Lets the line wait for Enter, which then speaks all of it that was not heard.
  mutating func waitForEnter(unheard: String = "") {
    if taken.hasSuffix(unheard) { taken.removeLast(unheard.count) }
    waitsForEnter = true
  }

  /// Begins a new line.
  mutating func reset() {
    taken = ""
    waitsForEnter = false
  }

  /// Whether a line is one of those that Enter alone carries out.
  private static func isSpecial(_ text: String) -> Bool {
    text.first.map { "/!>@".contains($0) } ?? true
  }

  /// What goes before the first name of a phrase: it takes a whole line to tell how a name goes on.
  private static func withoutPhrases(_ text: Substring) -> Substring {
    var before: Character = " "
    let end = text.firstIndex { character in
      defer { before = character }
      return character == "@" && before.isWhitespace
    }
    return text[..<(end ?? text.endIndex)]
  }

  /// A word is finished when a space is typed behind it, or a mark of a script that has none; `3.14` is one word.
  private static func endOfWords(_ text: Substring) -> Substring.Index? {
    text.lastIndex { $0.isWhitespace || "。、！？".contains($0) }.map { text.index(after: $0) }
  }

  private static func endOfSentences(_ text: Substring) -> Substring.Index? {
    let bytes = Array(text.utf8)
    return SentenceEnd.last(in: bytes[...]).map { text.utf8.index(text.startIndex, offsetBy: $0) }
  }
}
