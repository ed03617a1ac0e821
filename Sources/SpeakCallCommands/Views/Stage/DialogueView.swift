/// A sentence with the word that is being heard, broken into lines.
struct DialogueView {
  /// A character with its place.
  private struct Cell {
    let text: String
    /// Unicode scalars before it.
    let offset: Int
    let columns: Int
    let isSpace: Bool
  }

  let text: String
  let word: Range<Int>?
  /// A Boolean value that indicates whether nothing of it was heard yet.
  let isAhead: Bool
  let hue: TextStyle

  /// At most `rows` lines of at most `columns` columns: those with the word that is heard.
  func lines(columns: Int, rows: Int) -> [StyledLine] {
    let lines = Self.broken(cells, columns: max(2, columns))
    guard lines.count > rows, rows > 0 else { return lines.map(styled) }
    let heard = word?.lowerBound ?? 0
    let current = lines.lastIndex { ($0.first?.offset ?? 0) <= heard } ?? 0
    // A page at a time: lines that move with each word cannot be read.
    let first = current / rows * rows
    return lines[first..<min(first + rows, lines.count)].map(styled)
  }

  /// How many lines it takes.
  func count(columns: Int) -> Int { Self.broken(cells, columns: max(2, columns)).count }

  private var cells: [Cell] {
    var offset = 0
    return text.map { character in
      defer { offset += character.unicodeScalars.count }
      let shown = TerminalText.sanitized(String(character))
      return Cell(
        text: shown, offset: offset, columns: CellWidth.columns(of: shown), isSpace: character.isWhitespace)
    }
  }

  private static func broken(_ cells: [Cell], columns: Int) -> [ArraySlice<Cell>] {
    var lines: [ArraySlice<Cell>] = []
    var rest = cells[...]
    while true {
      rest = rest.drop(while: \.isSpace)
      guard !rest.isEmpty else { return lines }
      var used = 0
      var end = rest.startIndex
      while end < rest.endIndex, used + rest[end].columns <= columns {
        used += rest[end].columns
        end += 1
      }
      end = max(end, rest.startIndex + 1)
      if end < rest.endIndex { end = lastBreak(in: rest, upTo: end) ?? end }
      lines.append(trimmed(rest[..<end]))
      rest = rest[end...]
    }
  }

  private static func trimmed(_ cells: ArraySlice<Cell>) -> ArraySlice<Cell> {
    cells[..<(cells.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? cells.endIndex)]
  }

  /// Before a space, after one, and anywhere between ideographs, which know no spaces.
  private static func lastBreak(in cells: ArraySlice<Cell>, upTo end: Int) -> Int? {
    (cells.startIndex + 1...end).last { place in
      let (before, after) = (cells[place - 1], cells[place])
      return before.isSpace || after.isSpace || before.columns == 2 || after.columns == 2
    }
  }

  private func styled(_ cells: ArraySlice<Cell>) -> StyledLine {
    var line = StyledLine()
    for cell in cells { line.append(cell.text, styles(of: cell)) }
    return line
  }

  private func styles(of cell: Cell) -> [TextStyle] {
    guard let word else { return isAhead ? [.dim] : [] }
    if word.contains(cell.offset) { return [.bold, .reversed, hue] }
    return cell.offset < word.lowerBound ? [] : [.dim]
  }
}
