/// Lines on a terminal, of which only the changed ones are written again.
struct Frame: Sendable {
  /// The part of the terminal that the lines take.
  enum Area {
    /// The whole screen, without a cursor.
    case screen
    /// The last lines, which change in place while finished lines scroll up above them.
    case bottom
  }

  /// Lines with the place of the cursor; safe to write, and no longer than the screen is wide.
  struct Contents: Sendable, Equatable {
    var lines: [String]
    var row = 0
    var column = 0
  }

  private let area: Area
  private var shown: Contents?
  private var width = 0

  /// Creates a frame of a terminal of which nothing is known.
  init(_ area: Area) { self.area = area }

  /// Forgets what is shown, after the window was resized or another program has written to it.
  mutating func invalidate() { shown = nil }

  /// Returns the output that shows `contents`, with `finished` lines above it; an empty text when nothing has changed.
  mutating func update(to contents: Contents, finished: [String] = [], width: Int = 0) -> String {
    defer {
      shown = contents
      self.width = width
    }
    switch area {
    case .screen:
      let clear = shown == nil ? "\u{1B}[0m\u{1B}[2J" : ""
      let output = clear + changes(from: shown ?? Contents(lines: []), to: contents).output
      return output.isEmpty ? "" : "\u{1B}[?2026h\(output)\u{1B}[?2026l"
    case .bottom:
      guard shown != contents || !finished.isEmpty || self.width != width else { return "" }
      var output = ""
      var row = contents.lines.count - 1
      if let shown, finished.isEmpty, shown.lines.count == contents.lines.count, self.width == width {
        (output, row) = changes(from: shown, to: contents)
      } else {
        output = erasure(at: width) + (finished + contents.lines).joined(separator: "\r\n")
      }
      output += Self.vertical(contents.row - row) + "\r"
      if contents.column > 0 { output += "\u{1B}[\(contents.column)C" }
      return "\u{1B}[?2026h\u{1B}[?25l\(output)\u{1B}[?25h\u{1B}[?2026l"
    }
  }

  /// Returns the output that removes the lines, and leaves what was finished.
  mutating func erase() -> String {
    defer { shown = nil }
    return shown == nil ? "" : erasure(at: width)
  }

  /// Returns the output that writes the changed lines, and the row that the cursor is in after it.
  private func changes(from old: Contents, to new: Contents) -> (output: String, row: Int) {
    var (output, row) = ("", old.row)
    for place in 0..<max(old.lines.count, new.lines.count) {
      let line = place < new.lines.count ? new.lines[place] : ""
      guard line != (place < old.lines.count ? old.lines[place] : "") else { continue }
      output += area == .screen ? "\u{1B}[\(place + 1);1H" : Self.vertical(place - row) + "\r"
      // Cleared after the text, not before it: an instant of emptiness is what the eye sees as flicker.
      output += line + "\u{1B}[K"
      row = place
    }
    return (output, row)
  }

  private func erasure(at width: Int) -> String { Self.vertical(-rowsAboveCursor(at: width)) + "\r\u{1B}[J" }

  /// The rows between the first one and the cursor: a terminal that became narrower has broken its lines.
  private func rowsAboveCursor(at width: Int) -> Int {
    guard let shown else { return 0 }
    guard width < self.width else { return shown.row }
    let above = shown.lines.prefix(shown.row).map { max(0, StyledLine.columns(of: $0) - 1) / width + 1 }
    return above.reduce(0, +) + shown.column / width
  }

  private static func vertical(_ rows: Int) -> String {
    rows == 0 ? "" : rows < 0 ? "\u{1B}[\(-rows)A" : "\u{1B}[\(rows)B"
  }
}
