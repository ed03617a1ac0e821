/// A speaker as a figure with a face whose mouth follows the sound.
struct FigureView {
  /// The part of a figure that is shown.
  enum Size: CaseIterable {
    case bust, head, none

    /// The rows of the figure with its name.
    var rows: Int {
      switch self {
      case .bust: 7
      case .head: 5
      case .none: 0
      }
    }
  }

  /// The fewest columns of a figure with the room around it.
  static let columns = 13

  let name: String
  let isLit: Bool
  let level: Double?
  let hue: TextStyle

  /// Returns the rows of the figure, in the middle of `columns` columns.
  func lines(_ size: Size, in columns: Int) -> [StyledLine] {
    let head = ["╭───────╮", "│ \(eye)   \(eye) │", "│  \(mouth)  │"]
    let drawing: [String]
    switch size {
    case .bust: drawing = head + ["╰──┬─┬──╯", "╭───╯ ╰───╮", "│         │"]
    case .head: drawing = head + ["╰───────╯"]
    case .none: return []
    }
    return drawing.map { line($0, styles: isLit ? [hue] : [.dim], in: columns) } + [label(in: columns)]
  }

  private func label(in columns: Int) -> StyledLine {
    let name = CellWidth.truncated(TerminalText.sanitized(name), to: columns - 1)
    return line(name, styles: isLit ? [.bold, hue] : [.dim], in: columns)
  }

  private func line(_ text: String, styles: [TextStyle], in columns: Int) -> StyledLine {
    var line = StyledLine()
    line.append(text, styles)
    return line.centred(in: columns).padded(to: columns)
  }

  private var eye: String { isLit ? "●" : "•" }

  /// The mouth, closed in silence and opened by the level of the sound.
  private var mouth: String {
    guard isLit, let level else { return "───" }
    let opening = Self.openings[Self.steps.count(where: { level >= $0 })]
    return String(repeating: opening, count: 3)
  }

  private static let openings: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆"]
  /// Levels in dBFS, from hardly audible to the loudest vowels of speech at −22 dBFS.
  private static let steps = [-44.0, -36, -30, -25, -21]
}
