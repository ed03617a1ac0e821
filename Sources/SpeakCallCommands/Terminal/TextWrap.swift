/// The breaking of text into the lines of a terminal.
enum TextWrap {
  private static let noBreakSpaces: Set<Character> = ["\u{A0}", "\u{202F}"]

  /// A character as it is shown.
  struct Cell: Sendable, Equatable {
    /// The character, safe to write.
    let text: String
    let columns: Int
    /// The number of Unicode scalars before it.
    let offset: Int
    /// A Boolean value that indicates whether a line may be broken here, and the character left out.
    let isSpace: Bool
  }

  /// The places where a line may be broken.
  enum Rule {
    /// At spaces and between ideographs; within a word that is longer than a line.
    case words
    /// At spaces alone; a longer word overflows its line.
    case wholeWords
    /// At the column where the line is full.
    case columns
  }

  /// Returns the characters of a text.
  static func cells(of text: some StringProtocol, from offset: Int = 0) -> [Cell] {
    var offset = offset
    return text.map { character in
      defer { offset += character.unicodeScalars.count }
      let shown = TerminalText.sanitized(String(character))
      return Cell(
        text: shown, columns: CellWidth.columns(of: shown), offset: offset,
        isSpace: character.isWhitespace && !noBreakSpaces.contains(character))
    }
  }

  /// Returns the cells of each line, at least one, without the spaces that lines are broken at.
  ///
  /// The first line starts at the column `first`, the others at `indent`. No line ends within the first `lead` cells,
  /// which keeps a mark with the text behind it.
  static func breaks(
    _ cells: [Cell], width: Int, first: Int = 0, indent: Int = 0, lead: Int = 0, at rule: Rule = .words
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    repeat {
      let room = width - (ranges.isEmpty ? first : indent)
      var end = start
      var used = 0
      while end < cells.count, used + cells[end].columns <= room {
        used += cells[end].columns
        end += 1
      }
      end = min(max(end, start + 1), cells.count)
      if end < cells.count { end = place(in: cells, from: ranges.isEmpty ? lead + 1 : start + 1, to: end, at: rule) }
      if rule == .columns {
        ranges.append(start..<end)
        start = end
      } else {
        ranges.append(start..<(cells[start..<end].lastIndex { !$0.isSpace } ?? start - 1) + 1)
        start = cells[end...].firstIndex { !$0.isSpace } ?? cells.count
      }
    } while start < cells.count
    return ranges
  }

  /// Returns the best place to break at, given the one where the line is full.
  private static func place(in cells: [Cell], from earliest: Int, to full: Int, at rule: Rule) -> Int {
    guard rule != .columns else { return full }
    let last = stride(from: full, through: earliest, by: -1).first { place in
      let (before, after) = (cells[place - 1], cells[place])
      return before.isSpace || after.isSpace || rule == .words && (before.columns == 2 || after.columns == 2)
    }
    return last ?? (rule == .words ? full : cells[full...].firstIndex { $0.isSpace } ?? cells.count)
  }

  /// Returns lines of at most `width` columns, broken between words; a longer word overflows a line of its own.
  ///
  /// Each line begins with `indent` spaces, the first one with `first` in their place.
  static func lines(_ words: [String], width: Int, indent: Int, first: String? = nil) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let first = first ?? margin
    let space = Cell(text: " ", columns: 1, offset: 0, isSpace: true)
    // A space within a word is no place to break at.
    let solid = words.map { word in
      Self.cells(of: word).map { Cell(text: $0.text, columns: $0.columns, offset: 0, isSpace: false) }
    }
    let cells = Array(solid.joined(separator: [space]))
    let ranges = breaks(cells, width: width, first: CellWidth.columns(of: first), indent: indent, at: .wholeWords)
    return ranges.enumerated().map { ($0 == 0 ? first : margin) + text(cells[$1]) }
  }

  /// Returns the lines of a paragraph.
  static func lines(_ text: String, width: Int, indent: Int = 0, first: String? = nil) -> [String] {
    lines(text.split(separator: " ").map(String.init), width: width, indent: indent, first: first)
  }

  /// Returns the text of some cells.
  static func text(_ cells: ArraySlice<Cell>) -> String { cells.map(\.text).joined() }
}
