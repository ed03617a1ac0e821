/// The picture that `play` shows: the speakers, the sentence, and the progress.
///
/// A pure function of a state and the size of the screen. No line reaches the last column, in which a terminal cannot
/// clear the rest of a line.
struct StageView {
  /// The smallest screen that shows figures.
  static let smallest = (columns: 40, rows: 8)

  /// The colours of the speakers, in the order of the cast.
  private static let hues: [TextStyle] = [.cyan, .yellow, .magenta, .green, .blue, .red]
  /// The most columns of the label; longer lines are hard to read.
  private static let widestLabel = 78
  /// The most columns between two figures.
  private static let widestPlace = 22

  let state: StageState
  let columns: Int
  let rows: Int

  /// Returns the lines, at most as many as the screen has rows.
  func lines(colour: Bool) -> [String] {
    let small = columns < Self.smallest.columns || rows < Self.smallest.rows
    return (small ? smallLines : stageLines).prefix(rows).map { $0.trimmed().text(colour: colour) }
  }

  private var width: Int { columns - 1 }

  private var speaker: Int { state.speakers.first ?? 0 }

  private func hue(of member: Int) -> TextStyle { Self.hues[member % Self.hues.count] }

  /// The sentence alone, for a window without room for anything else.
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

  private func blank(_ count: Int) -> [StyledLine] { Array(repeating: StyledLine(), count: count) }
}

/// The parts of the stage, from top to bottom.
extension StageView {
  private var header: StyledLine {
    let count = "quote \(min(state.quote, state.quotes)) of \(state.quotes)"
    let condition =
      switch state.condition {
      case .playing: ""
      case .paused: "paused"
      case .stopped: "stopped"
      case .waiting: "waiting"
      }
    let room = width - 2 - count.count - 2 - (condition.isEmpty ? 0 : condition.count + 3)
    var line = StyledLine(" ")
    line.append(CellWidth.truncated(TerminalText.sanitized(state.title), to: max(0, room)), [.bold])
    if !condition.isEmpty { line.append(" · " + condition, [.yellow]) }
    line = line.padded(to: width - 1 - count.count)
    line.append(count, [.dim])
    return line
  }

  private func figures(_ size: FigureView.Size) -> [StyledLine] {
    guard size != .none else { return [] }
    let members = visibleCast
    let place = min(Self.widestPlace, width / max(1, members.count))
    let margin = (width - place * members.count) / 2
    var lines = Array(repeating: StyledLine(String(repeating: " ", count: margin)), count: size.rows)
    for member in members {
      let isLit = member == speaker && state.condition != .stopped
      let figure = FigureView(name: state.cast[member], isLit: isLit, level: state.level, hue: hue(of: member))
      for (row, line) in figure.lines(size, in: place).enumerated() { lines[row].append(line) }
    }
    return lines
  }

  /// The members of the cast that there is room for, beginning with who speaks now and next, in the order of the cast.
  private var visibleCast: [Int] {
    let most = max(1, width / FigureView.columns)
    guard state.cast.count > most else { return Array(state.cast.indices) }
    var chosen: [Int] = []
    for member in state.speakers + Array(state.cast.indices) where !chosen.contains(member) {
      chosen.append(member)
      if chosen.count == most { break }
    }
    return chosen.sorted()
  }

  private var dialogue: DialogueView {
    DialogueView(text: state.text, word: state.word, isAhead: !state.isHeard, hue: hue(of: speaker))
  }

  private func label(width labelWidth: Int, rows: Int) -> [StyledLine] {
    let inner = labelWidth - 4
    let name = state.cast.indices.contains(speaker) ? TerminalText.sanitized(state.cast[speaker]) : ""
    let heading = CellWidth.truncated(name, to: inner - 2)
    let rule = String(repeating: "─", count: max(0, inner - 1 - CellWidth.columns(of: heading)))
    var top = StyledLine("╭─ ", .dim)
    top.append(heading, [.bold, hue(of: speaker)])
    top.append(" \(rule)╮", [.dim])
    var lines = dialogue.lines(columns: inner, rows: rows)
    lines += blank(max(0, rows - lines.count))
    let middle = lines.map { text in
      var line = StyledLine("│ ", .dim)
      line.append(text.padded(to: inner))
      line.append(" │", [.dim])
      return line
    }
    let bottom = StyledLine("╰\(String(repeating: "─", count: labelWidth - 2))╯", .dim)
    return ([top] + middle + [bottom]).map { $0.centred(in: width) }
  }

  private var notice: StyledLine {
    guard let notice = state.notice else { return StyledLine() }
    return StyledLine(" " + CellWidth.truncated(TerminalText.sanitized(notice), to: width - 2), .yellow)
  }

  private var progress: StyledLine {
    let elapsed = Self.clock(state.elapsed)
    let remaining = "\(Self.clock(state.remaining)) left"
    let bar = max(0, width - elapsed.count - remaining.count - 4)
    let done = min(bar, max(0, Int((state.fraction * Double(bar)).rounded())))
    var line = StyledLine(" \(elapsed) ")
    line.append(String(repeating: "━", count: done), [hue(of: speaker)])
    line.append(String(repeating: "─", count: bar - done), [.dim])
    line.append(" \(remaining)")
    return line
  }

  private var keys: StyledLine {
    let space = state.condition == .paused || state.condition == .stopped ? "play" : "pause"
    let all = [("space", space), ("→", "next"), ("←", "previous"), ("s", "stop"), ("q", "quit")]
    let isWide = all.reduce(0) { $0 + CellWidth.columns(of: $1.0) + $1.1.count + 4 } <= width
    var line = StyledLine()
    for (key, meaning) in all {
      if isWide || line.columns > 0 { line.append(isWide && line.columns > 0 ? "   " : " ") }
      line.append(key, [.bold])
      line.append(" " + (!isWide && meaning == "previous" ? "back" : meaning), [.dim])
    }
    return line
  }

  /// Returns minutes and seconds, and hours if there are any.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(max(0, min(seconds, 359_999)).rounded(.down))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(whole % 60))"
  }
}

/// The state that a ``StageView`` shows.
struct StageState: Sendable, Equatable {
  /// The condition of the speech.
  enum Condition: Sendable, Equatable {
    case playing, paused, stopped
    /// Nothing has been heard yet.
    case waiting
  }

  /// The name of the script.
  var title: String
  /// The names of the speakers, from left to right.
  var cast: [String]
  /// The speakers of the present quote and of those after it, as places in the cast.
  var speakers: [Int]
  /// The level of the sound, in dBFS; `nil` in silence.
  var level: Double?
  /// The present quote.
  var text: String
  /// A Boolean value that indicates whether any sound of the quote was heard.
  var isHeard: Bool
  /// The place of the word that is heard, in Unicode scalars of the text.
  var word: Range<Int>?
  /// The number of the present quote, from 1.
  var quote: Int
  /// The number of quotes.
  var quotes: Int
  /// The fraction of the script that was spoken, from 0 to 1.
  var fraction: Double
  /// The seconds since the beginning, without pauses.
  var elapsed: Double
  /// The estimated seconds to the end.
  var remaining: Double
  var condition: Condition
  /// A message to the user.
  var notice: String?
}
