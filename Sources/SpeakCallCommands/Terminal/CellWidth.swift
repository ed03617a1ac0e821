/// The columns that text takes on a terminal.
///
/// An ideograph takes two columns, an accent none, and an emoji two, however many scalars it has. The C library's
/// `wcwidth` counts scalars, not emoji, needs a UTF-8 locale, and knows no emoji that is newer than the library.
enum CellWidth {
  /// Returns the columns of a text in one line.
  static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns the columns of a character: 0, 1 or 2, or more for a cluster with spacing vowel signs.
  static func columns(of character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count > 1, first.properties.isEmoji, scalars.dropFirst().contains(where: makesEmoji) { return 2 }
    return scalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns the columns of a single scalar, as `wcwidth` does.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || 0x7F...0x9F ~= value ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // Vowels and final consonants of Hangul join the syllable before them.
    if 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value { return 0 }
    if scalar.properties.isEmojiPresentation, !regionalIndicators.contains(value) { return 2 }
    return isWide(value) ? 2 : 1
  }

  /// Returns `text`, or as much of it as fits into `width` columns with `…` for the rest.
  static func truncated(_ text: String, to width: Int) -> String {
    guard columns(of: text) > width else { return text }
    guard width > 0 else { return "" }
    var kept = ""
    var used = 0
    for character in text {
      let columns = columns(of: character)
      guard used + columns <= width - 1 else { break }
      kept.append(character)
      used += columns
    }
    return kept + "…"
  }

  /// Returns `text`, truncated or padded with spaces to exactly `width` columns.
  static func padded(_ text: String, to width: Int) -> String {
    let cut = truncated(text, to: width)
    return cut + String(repeating: " ", count: max(0, width - columns(of: cut)))
  }

  private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  /// Returns true for a scalar that makes an emoji of the one before it: a variation selector, a joiner, a skin tone, the
  /// second half of a flag.
  private static func makesEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0F || scalar.value == 0x200D || scalar.properties.isEmojiModifier
      || regionalIndicators.contains(scalar.value)
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var lower = wide.startIndex
    var upper = wide.endIndex
    while lower < upper {
      let middle = (lower + upper) / 2
      if wide[middle].upperBound < value { lower = middle + 1 } else { upper = middle }
    }
    return lower < wide.endIndex && wide[lower].contains(value)
  }

  /// The blocks of East Asian width W and F in `EastAsianWidth.txt`, without the emoji, which Swift knows.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x16FE3, 0x16FF0...0x16FF1, 0x17000...0x18CD5, 0x18D00...0x18D08, 0x1AFF0...0x1B2FB,
    0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
