/// The stage as lines: who speaks, what is said, and how far it has got.
///
/// A pure function from what is shown and the size of the screen. No line reaches the last column, in which a terminal
/// cannot clear the rest of a line.
struct StageView {
  /// The fewest columns and rows that figures are shown in.
  static let smallest = (columns: 40, rows: 8)

  /// The colours of the speakers, in the order of the cast.
  private static let hues: [TextStyle] = [.cyan, .yellow, .magenta, .green, .blue, .red]
  /// The most columns of the label, beyond which lines are hard to read.
  private static let widestLabel = 78
  /// The most columns between two figures.
  static let widestPlace = 22

  let state: StageState
  let columns: Int
  let rows: Int

  /// The lines, as many as the screen has rows.
  func lines(colour: Bool) -> [String] {
    let small = columns < Self.smallest.columns || rows < Self.smallest.rows
    return (small ? smallLines : stageLines).prefix(rows).map { $0.text(colour: colour) }
  }

  var width: Int { columns - 1 }

  var speaker: Int { state.speakers.first ?? 0 }

  func hue(of member: Int) -> TextStyle { Self.hues[member % Self.hues.count] }

  /// The sentence alone, for a window in which nothing else finds room.
  private var smallLines: [StyledLine] {
    let name = state.cast.indices.contains(speaker) ? TerminalText.sanitized(state.cast[speaker]) : ""
    let heading = CellWidth.truncated(name, to: max(0, width))
    return [StyledLine(heading, .bold, hue(of: speaker))] + dialogue.lines(columns: width, rows: max(1, rows - 1))
  }

  private var stageLines: [StyledLine] {
    let labelWidth = min(width - 2, Self.widestLabel)
    let wanted = min(max(dialogue.count(columns: labelWidth - 4), 2), 6)
    let room = rows - 4
    let size = FigureView.Size.allCases.first { room >= $0.rows + 1 + wanted + 2 } ?? .none
    let textRows = min(wanted, max(1, room - size.rows - (size == .none ? 0 : 1) - 2))
    var scene = figures(size)
    if size != .none { scene.append(StyledLine()) }
    scene += label(width: labelWidth, rows: textRows)
    let above = max(0, (room - scene.count) / 2)
    let below = max(0, room - scene.count - above)
    return [header] + blank(above) + scene + blank(below) + [notice, progress, keys]
  }

  func blank(_ count: Int) -> [StyledLine] { Array(repeating: StyledLine(), count: count) }
}
