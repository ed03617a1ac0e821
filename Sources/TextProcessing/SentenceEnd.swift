/// A detector of sentence ends in a text that may still grow.
///
/// A full stop ends a sentence only if a space follows, behind closing quotation marks or brackets if there are any. So
/// `3.14`, `10.30` and `notes.txt` stay whole. The marks of Chinese and Japanese need no space. A doubtful end is not
/// reported, because the next one is soon enough.
public enum SentenceEnd {
  /// Returns the place behind the last complete sentence and its space, in UTF-8 that may be cut or malformed anywhere.
  public static func last(in bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.endIndex
    while index > bytes.startIndex {
      index -= 1
      guard let mark = mark(at: index, in: bytes), let end = end(behind: mark, at: index, in: bytes) else { continue }
      return end
    }
    return nil
  }

  private enum Mark {
    case fullStop(length: Int), other(length: Int), wide(length: Int)
  }

  private static func mark(at index: Int, in bytes: ArraySlice<UInt8>) -> Mark? {
    switch bytes[index] {
    case UInt8(ascii: "."): .fullStop(length: 1)
    case UInt8(ascii: "!"), UInt8(ascii: "?"): .other(length: 1)
    case 0xD8...0xEF:
      if wide.contains(where: { bytes[index...].starts(with: $0) }) {
        .wide(length: 3)
      } else {
        other.first { bytes[index...].starts(with: $0) }.map { .other(length: $0.count) }
      }
    default: nil
    }
  }

  private static func end(behind mark: Mark, at index: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    var place: Int
    var needsSpace = true
    switch mark {
    case .fullStop(let length):
      if isAbbreviation(bytes[..<index]) { return nil }
      place = index + length
    case .other(let length): place = index + length
    case .wide(let length):
      place = index + length
      needsSpace = false
    }
    while let length = closing.first(where: { bytes[place...].starts(with: $0) })?.count { place += length }
    guard place < bytes.endIndex else { return nil }
    if isSpace(bytes[place]) { return place + 1 }
    // Another mark may still belong to the sentence, and a scalar that is cut may be one.
    guard !needsSpace, self.mark(at: place, in: bytes) == nil, bytes.endIndex - place >= 3 || bytes[place] < 0x80 else {
      return nil
    }
    return place
  }

  /// Returns whether a full stop behind these bytes belongs to an abbreviation or a number.
  private static func isAbbreviation(_ before: ArraySlice<UInt8>) -> Bool {
    let word = before.suffix(while: { !isSpace($0) && !opening.contains($0) })
    if word.isEmpty { return true }
    if word.allSatisfy(isDigit) {
      // A number at the beginning of a line numbers an item.
      return before.dropLast(word.count).allSatisfy(isSpace) || before[..<word.startIndex].last == 0x0A
    }
    if word.allSatisfy({ $0 == UInt8(ascii: ".") }) { return false }
    if word.dropFirst().contains(UInt8(ascii: ".")), !word.contains(where: isDigit) {
      // e.g., z.B., U.S. – but an ellipsis ends a sentence.
      return word.last != UInt8(ascii: ".")
    }
    let text = String(decoding: word, as: UTF8.self)
    if text.count == 1 { return text != "I" }
    return abbreviations.contains(text.lowercased())
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static let opening: Set<UInt8> = [UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "\"")]
  private static let wide = ["。", "！", "？", "｡"].map { Array($0.utf8) }
  private static let other = ["…", "‼", "⁇", "⁈", "⁉", "؟", "۔", "।", "॥"].map { Array($0.utf8) }
  private static let closing = [
    "\"", "'", ")", "]", "”", "’", "“", "»", "›", "」", "』", "）", "】", ".", "!", "?", "…", "！", "？", "。",
  ].map { Array($0.utf8) }

  /// Abbreviations that do not end sentences.
  private static let abbreviations: Set<String> = [
    "dr", "mr", "mrs", "ms", "prof", "st", "sr", "jr", "rev", "gen", "col", "capt", "lt", "sgt", "hon", "vs", "no",
    "nos", "fig", "vol", "pp", "ed", "eds", "approx", "ca", "cf", "viz", "al", "dept", "tel", "ext", "jan", "feb",
    "mar",
    "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue", "wed", "thu", "fri", "hr", "fr", "nr",
    "str",
    "bzw", "evtl", "ggf", "inkl", "exkl", "zzgl", "vgl", "geb", "abs", "art", "ing", "dipl", "mme", "mlle", "av", "bd",
    "sra", "srta", "dra", "sig", "dott", "ecc", "dhr", "mevr",
  ]
}

extension ArraySlice<UInt8> {
  /// Returns the longest suffix whose bytes all satisfy the condition.
  fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
