/// A line of a screen whose parts have styles of their own.
struct StyledLine: Sendable, Equatable {
  /// A part in one style.
  private struct Part: Sendable, Equatable {
    var text: String
    var styles: [TextStyle]
  }

  private var parts: [Part] = []

  /// Creates an empty line.
  init() {}

  /// Creates a line in one style; the text has to be safe.
  init(_ text: String, _ styles: TextStyle...) {
    append(text, styles)
  }

  /// The columns it takes.
  var columns: Int { parts.reduce(0) { $0 + CellWidth.columns(of: $1.text) } }

  /// Returns the columns of a line as a terminal takes it, with its styles.
  static func columns(of line: String) -> Int {
    var isStyle = false
    var text = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      if scalar == "\u{1B}" { isStyle = true } else if !isStyle { text.append(scalar) }
      if isStyle, scalar == "m" { isStyle = false }
    }
    return CellWidth.columns(of: String(text))
  }

  /// Adds text at the end; it has to be safe.
  mutating func append(_ text: String, _ styles: [TextStyle] = []) {
    guard !text.isEmpty else { return }
    if parts.last?.styles == styles {
      parts[parts.count - 1].text += text
    } else {
      parts.append(.init(text: text, styles: styles))
    }
  }

  /// Adds another line at the end.
  mutating func append(_ line: StyledLine) {
    for part in line.parts { append(part.text, part.styles) }
  }

  /// Returns the line in the middle of `columns` columns, without spaces after it.
  func centred(in columns: Int) -> StyledLine {
    var line = StyledLine(String(repeating: " ", count: max(0, (columns - self.columns) / 2)))
    line.append(self)
    return line
  }

  /// Returns the line with spaces after it, up to `columns` columns.
  func padded(to columns: Int) -> StyledLine {
    var line = self
    line.append(String(repeating: " ", count: max(0, columns - self.columns)))
    return line
  }

  /// Returns the line without the plain spaces at its end.
  func trimmed() -> StyledLine {
    guard let last = parts.last, last.styles.isEmpty else { return self }
    var line = self
    if let end = last.text.lastIndex(where: { $0 != " " }) {
      line.parts[parts.count - 1].text = String(last.text[...end])
    } else {
      line.parts.removeLast()
    }
    return line
  }

  /// Returns the line as a terminal takes it; without styles where colour is not wanted.
  func text(colour: Bool) -> String {
    parts.map { part in
      guard colour, !part.styles.isEmpty else { return part.text }
      return "\u{1B}[\(part.styles.map(\.rawValue).joined(separator: ";"))m\(part.text)\u{1B}[0m"
    }.joined()
  }
}

/// The ways in which text is set off on a terminal that shows colour.
enum TextStyle: String, Sendable {
  case bold = "1"
  case dim = "2"
  case reversed = "7"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case underlined = "4"
  case grey = "90"
  case blue = "34"
  case magenta = "35"
  case cyan = "36"

  /// Returns text in this style, or unchanged where colour is not wanted; the text has to be safe.
  func applied(to text: String, colour: Bool) -> String {
    colour ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
