/// The line being typed, broken into rows of a width, with the place of the cursor.
struct InputRows: Equatable {
  static let prompt = "› "

  private(set) var rows: [String] = []
  private(set) var cursor: (row: Int, column: Int) = (0, 0)

  /// Lays out a line.
  ///
  /// The first `taken` characters are shown as spoken; `suggestion` follows the cursor at the end.
  init(_ line: String, cursor place: Int, taken: Int = 0, suggestion: String = "", width: Int, colour: Bool) {
    var row = Self.prompt
    var column = CellWidth.columns(of: Self.prompt)
    let indent = String(repeating: " ", count: column)
    let margin = column
    var style: TextStyle?
    func end() -> String { style == nil ? "" : "\u{1B}[0m" }
    func begin() -> String { style.map { "\u{1B}[\($0.rawValue)m" } ?? "" }
    /// Returns where the character stands.
    @discardableResult func add(_ character: Character, _ wanted: TextStyle?) -> (Int, Int) {
      let wanted = colour ? wanted : nil
      let shown = character == "\n" ? "" : TerminalText.sanitized(String(character))
      let columns = CellWidth.columns(of: shown)
      if character == "\n" || column + columns > width {
        rows.append(row + end())
        (row, column) = (indent + begin(), margin)
      }
      if wanted != style {
        row += end()
        style = wanted
        row += begin()
      }
      let place = (rows.count, column)
      guard character != "\n" else { return place }
      row += shown
      column += columns
      return place
    }
    var scalars = 0
    for (number, character) in line.enumerated() {
      let stand = add(character, number < taken ? .underlined : nil)
      // A cursor within a character of several scalars stands before it.
      if scalars <= place { cursor = stand }
      scalars += character.unicodeScalars.count
    }
    if place >= scalars { cursor = (rows.count, column) }
    for character in suggestion where place >= scalars { add(character, .grey) }
    rows.append(row + end())
    // A character that did not fit into the row before the cursor stands in the next one.
    if cursor.column >= width { cursor = (min(cursor.row + 1, rows.count - 1), margin) }
  }

  /// Keeps at most so many rows, those around the cursor.
  mutating func keep(_ most: Int) {
    guard rows.count > most else { return }
    let first = max(0, min(cursor.row - most / 2, rows.count - most))
    rows = Array(rows[first..<(first + most)])
    cursor.row -= first
  }

  static func == (left: InputRows, right: InputRows) -> Bool {
    left.rows == right.rows && left.cursor == right.cursor
  }
}
