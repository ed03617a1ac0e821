/// A sentence with the word that is being heard, broken into lines.
struct DialogueView {
  private let cells: [TextWrap.Cell]
  private let word: Range<Int>?
  private let isAhead: Bool
  private let hue: TextStyle

  /// Creates a view of a text; nothing of it was heard yet when it is ahead.
  init(text: String, word: Range<Int>?, isAhead: Bool, hue: TextStyle) {
    cells = TextWrap.cells(of: text)
    self.word = word
    self.isAhead = isAhead
    self.hue = hue
  }

  /// Returns at most `rows` lines of at most `columns` columns: those with the word that is heard.
  func lines(columns: Int, rows: Int) -> [StyledLine] {
    let lines = breaks(columns: columns)
    guard lines.count > rows, rows > 0 else { return lines.map(styled) }
    let heard = word?.lowerBound ?? 0
    let current = lines.lastIndex { cells[$0.lowerBound].offset <= heard } ?? 0
    // A page at a time: lines that move with each word cannot be read.
    let first = current / rows * rows
    return lines[first..<min(first + rows, lines.count)].map(styled)
  }

  /// Returns the number of lines that the whole text takes.
  func count(columns: Int) -> Int { breaks(columns: columns).count }

  private func breaks(columns: Int) -> [Range<Int>] { TextWrap.breaks(cells, width: max(2, columns)) }

  private func styled(_ range: Range<Int>) -> StyledLine {
    var line = StyledLine()
    for cell in cells[range] { line.append(cell.text, styles(of: cell)) }
    return line
  }

  private func styles(of cell: TextWrap.Cell) -> [TextStyle] {
    guard let word else { return isAhead ? [.dim] : [] }
    if word.contains(cell.offset) { return [.bold, .reversed, hue] }
    return cell.offset < word.lowerBound ? [] : [.dim]
  }
}
