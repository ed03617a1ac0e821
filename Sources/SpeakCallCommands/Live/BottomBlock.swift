/// The last lines on the terminal, which change in place while finished lines scroll up above them.
struct BottomBlock {
  /// Lines, and where the cursor stands in them.
  struct Contents: Equatable {
    var lines: [String]
    var row: Int
    var column: Int

    init(lines: [String], row: Int, column: Int) {
      self.lines = lines
      self.row = row
      self.column = column
    }
  }

  private var shown: Contents?
  private var width = 0

  /// Returns what turns the block that is shown into `contents`, with `finished` lines above it.
  mutating func update(to contents: Contents, finished: [String], width: Int) -> String {
    defer {
      shown = contents
      self.width = width
    }
    guard let shown, finished.isEmpty, shown.lines.count == contents.lines.count, self.width == width else {
      return whole(contents, finished, width)
    }
    guard shown != contents else { return "" }
    var output = ""
    var row = shown.row
    for place in contents.lines.indices where contents.lines[place] != shown.lines[place] {
      output += Self.vertical(place - row) + "\r" + contents.lines[place] + "\u{1B}[K"
      row = place
    }
    return Self.atOnce(output + Self.vertical(contents.row - row) + Self.column(contents.column))
  }

  /// Returns what takes the block away, so that what was finished stands alone.
  mutating func erase() -> String {
    defer { shown = nil }
    return shown == nil ? "" : Self.vertical(-rowsAboveCursor(at: width)) + "\r\u{1B}[J"
  }

  /// Forgets what is shown, because something else was written behind it.
  mutating func forget() { shown = nil }

  private func whole(_ contents: Contents, _ finished: [String], _ width: Int) -> String {
    var output = Self.vertical(-rowsAboveCursor(at: width)) + "\r\u{1B}[J"
    output += (finished + contents.lines).joined(separator: "\r\n")
    return Self.atOnce(output + Self.vertical(contents.row - (contents.lines.count - 1)) + Self.column(contents.column))
  }

  /// How far the cursor is below the first row of what is shown: a terminal that became narrower has broken its lines.
  private func rowsAboveCursor(at width: Int) -> Int {
    guard let shown else { return 0 }
    guard width < self.width else { return shown.row }
    let above = shown.lines.prefix(shown.row).map { max(0, Self.columns(of: $0) - 1) / width + 1 }
    return above.reduce(0, +) + shown.column / width
  }

  /// The columns of a line that has styles in it.
  private static func columns(of line: String) -> Int {
    var isStyle = false
    var text = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      if scalar == "\u{1B}" { isStyle = true } else if !isStyle { text.append(scalar) }
      if isStyle, scalar == "m" { isStyle = false }
    }
    return CellWidth.columns(of: String(text))
  }

  /// Has the terminal show all of it at once, without its cursor jumping about.
  private static func atOnce(_ output: String) -> String {
    "\u{1B}[?2026h\u{1B}[?25l\(output)\u{1B}[?25h\u{1B}[?2026l"
  }

  private static func vertical(_ rows: Int) -> String {
    rows == 0 ? "" : rows < 0 ? "\u{1B}[\(-rows)A" : "\u{1B}[\(rows)B"
  }

  private static func column(_ column: Int) -> String {
    column == 0 ? "\r" : "\r\u{1B}[\(column)C"
  }
}
