/// A line of a screen whose parts have styles of their own.
struct StyledLine: Sendable, Equatable {
  /// A part in one style.
  struct Part: Sendable, Equatable {
    var text: String
    var styles: [TextStyle]
  }

  private(set) var parts: [Part] = []

  /// Creates an empty line.
  init() {}

  /// Creates a line in one style; the text has to be safe.
  init(_ text: String, _ styles: TextStyle...) {
    append(text, styles)
  }

  /// The columns it takes.
  var columns: Int { parts.reduce(0) { $0 + CellWidth.columns(of: $1.text) } }

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

  /// The line with so many spaces before it.
  func indented(by columns: Int) -> StyledLine {
    var line = StyledLine(String(repeating: " ", count: max(0, columns)))
    line.append(self)
    return line
  }

  /// The line in the middle of so many columns, without spaces after it.
  func centred(in columns: Int) -> StyledLine { indented(by: (columns - self.columns) / 2) }

  /// The line with spaces after it, up to so many columns.
  func padded(to columns: Int) -> StyledLine {
    var line = self
    line.append(String(repeating: " ", count: max(0, columns - self.columns)))
    return line
  }

  /// The line as a terminal takes it, without the spaces at its end; without styles where colour is not wanted.
  func text(colour: Bool) -> String {
    var parts = parts
    if let last = parts.last, last.styles.isEmpty, let end = last.text.lastIndex(where: { $0 != " " }) {
      parts[parts.count - 1].text = String(last.text[...end])
    } else if parts.last?.styles.isEmpty ?? false {
      parts.removeLast()
    }
    return parts.map { part in
      guard colour, !part.styles.isEmpty else { return part.text }
      return "\u{1B}[\(part.styles.map(\.rawValue).joined(separator: ";"))m\(part.text)\u{1B}[0m"
    }.joined()
  }
}
