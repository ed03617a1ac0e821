import TextProcessing

/// The part of a line that was handed over while it is typed, and the part that is ready.
///
/// Text that was not handed over can still be edited. Words that are edited later count as new and are spoken again.
struct TypeAhead: Equatable {
  /// The unit that is spoken when it is complete.
  enum Unit: String, CaseIterable {
    case word, sentence
  }

  /// The unit; `nil` when only Enter speaks a line.
  var unit: Unit?
  /// The beginning of the line, which was handed over.
  private(set) var taken = ""
  /// A Boolean value that indicates whether this line waits for Enter, after a failure.
  private(set) var waitsForEnter = false

  init(_ unit: Unit?) { self.unit = unit }

  /// The unit after this one: words, sentences, whole lines.
  var nextUnit: Unit? {
    switch unit {
    case nil: .word
    case .word: .sentence
    case .sentence: nil
    }
  }

  /// Compares with the edited line, and keeps the words before the first change.
  mutating func follow(_ line: String) {
    guard !line.hasPrefix(taken) else { return }
    let same = zip(taken, line).prefix { $0 == $1 }.count
    let kept = taken.prefix(same)
    taken = String(kept[..<(kept.lastIndex { $0.isWhitespace }.map { kept.index(after: $0) } ?? kept.startIndex)])
  }

  /// Returns the complete units in the text up to the cursor that were not handed over.
  func ready(in text: String) -> String {
    guard let unit, !waitsForEnter, text.hasPrefix(taken), !Self.isSpecial(text) else { return "" }
    let rest = Self.withoutPhrases(text.dropFirst(taken.count))
    guard let end = unit == .word ? Self.endOfWords(rest) : Self.endOfSentences(rest) else { return "" }
    let ready = rest[..<end]
    return ready.contains { !$0.isWhitespace } ? String(ready) : ""
  }

  /// Records that text was handed over.
  mutating func take(_ text: String) { taken += text }

  /// Records that nothing of the line so far has to be spoken.
  mutating func takeAll(of line: String) { taken = line }

  /// Returns the part of a line that is left for Enter.
  func rest(of line: String) -> String { line.hasPrefix(taken) ? String(line.dropFirst(taken.count)) : line }

  /// Makes the line wait for Enter, which speaks all of it that was not heard.
  mutating func waitForEnter(unheard: String = "") {
    if taken.hasSuffix(unheard) { taken.removeLast(unheard.count) }
    waitsForEnter = true
  }

  /// Begins a new line.
  mutating func reset() {
    taken = ""
    waitsForEnter = false
  }

  /// Returns true for a line that only Enter executes.
  private static func isSpecial(_ text: String) -> Bool {
    text.first.map { "/!>@".contains($0) } ?? true
  }

  /// Returns the text before the first name of a phrase, whose end only the whole line shows.
  private static func withoutPhrases(_ text: Substring) -> Substring {
    var before: Character = " "
    let end = text.firstIndex { character in
      defer { before = character }
      return character == "@" && before.isWhitespace
    }
    return text[..<(end ?? text.endIndex)]
  }

  /// Returns the end of the last word that a space follows, or a mark of a script without spaces; `3.14` is one word.
  private static func endOfWords(_ text: Substring) -> Substring.Index? {
    text.lastIndex { $0.isWhitespace || "。、！？".contains($0) }.map { text.index(after: $0) }
  }

  private static func endOfSentences(_ text: Substring) -> Substring.Index? {
    let bytes = Array(text.utf8)
    return SentenceEnd.last(in: bytes[...]).map { text.utf8.index(text.startIndex, offsetBy: $0) }
  }
}

extension String {
  /// A Boolean value that indicates whether it is empty or white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
