/// A detector of word boundaries in a text.
package enum WordBoundary {
  /// Returns whether no word spans a place.
  package static func isBoundary(_ place: Int, in text: [Unicode.Scalar]) -> Bool {
    guard place > 0, place < text.count else { return true }
    return !(belongsToWord(place - 1, in: text) && belongsToWord(place, in: text))
  }

  /// Returns the end of an `'s` that begins at a place and ends a word.
  package static func endOfPossessive(from place: Int, in text: [Unicode.Scalar]) -> Int? {
    guard place + 1 < text.count, isApostrophe(text[place]), text[place + 1] == "s" else { return nil }
    return isBoundary(place + 2, in: text) ? place + 2 : nil
  }

  /// Returns whether a scalar is a letter, digit or mark, or an apostrophe between two of them.
  private static func belongsToWord(_ place: Int, in text: [Unicode.Scalar]) -> Bool {
    guard isApostrophe(text[place]) else { return isWord(text[place]) }
    return place > 0 && place + 1 < text.count && isWord(text[place - 1]) && isWord(text[place + 1])
  }

  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { scalar == "'" || scalar == "’" }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
    let properties = scalar.properties
    // Scripts written without spaces show no word ends.
    if properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value) || (0x0E00...0x0EFF).contains(scalar.value)
    {
      return false
    }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return properties.isAlphabetic
    }
  }
}
