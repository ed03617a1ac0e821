/// The parts of the stage, from top to bottom.
extension StageView {
  var header: StyledLine {
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

  func figures(_ size: FigureView.Size) -> [StyledLine] {
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

  /// As many of the cast as find room: who speaks, who speaks next, and so on, each in their place.
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

  var dialogue: DialogueView {
    DialogueView(text: state.text, word: state.word, isAhead: !state.isHeard, hue: hue(of: speaker))
  }

  func label(width labelWidth: Int, rows: Int) -> [StyledLine] {
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

  var notice: StyledLine {
    guard let notice = state.notice else { return StyledLine() }
    return StyledLine(" " + CellWidth.truncated(TerminalText.sanitized(notice), to: width - 2), .yellow)
  }

  var progress: StyledLine {
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

  var keys: StyledLine {
    let space = state.condition == .paused || state.condition == .stopped ? "go on" : "pause"
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

  /// Minutes and seconds, and hours where there are any.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(max(0, min(seconds, 359_999)).rounded(.down))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(whole % 60))"
  }
}
