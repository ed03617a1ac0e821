import SpeakCallProtocol
import UserData

/// The lines of `live`: a pure function from what is known to what is shown.
struct LiveView {
  /// How many waiting lines are shown; the state line counts all.
  private static let mostWaiting = 3

  let scene: LiveScene
  let size: (columns: Int, rows: Int)
  let colour: Bool

  /// The columns that are written to: the last one stays free, for terminals differ in what follows it.
  var width: Int { max(8, size.columns - 1) }

  /// The block at the bottom: what is heard, what waits, a list if one is open, the state, the line that is typed.
  func block(_ input: InputRows, list: [String] = []) -> BottomBlock.Contents {
    var input = input
    let room = max(2, size.rows - 1)
    input.keep(max(1, room / 2))
    var above = heardLines + waitingLines + list.map { CellWidth.truncated(TerminalText.sanitized($0), to: width) }
    above = Array(above.suffix(max(0, room - input.rows.count - 1)))
    let lines = above + [stateLine] + input.rows
    return .init(lines: lines, row: above.count + 1 + input.cursor.row, column: input.cursor.column)
  }

  /// A finished line as it scrolls up.
  func transcript(_ text: String) -> [String] { Self.wrapped(TerminalText.sanitized(text), width: width, indent: 2) }

  private var heardLines: [String] {
    guard let heard = scene.heard else { return [] }
    let scalars = heard.text.unicodeScalars
    func part(_ range: Range<Int>) -> String {
      let text = String(String.UnicodeScalarView(scalars.dropFirst(range.lowerBound).prefix(range.count)))
      return TerminalText.sanitized(text)
    }
    guard let word = heard.word, !word.isEmpty, word.upperBound <= scalars.count else {
      return Array(Self.wrapped("▸ " + TerminalText.sanitized(heard.text), width: width, indent: 2).prefix(3))
    }
    let before = "▸ " + part(0..<word.lowerBound)
    let marked = before + part(word)
    let all = Array(marked + part(word.upperBound..<scalars.count))
    return highlighted(all, before.count..<marked.count)
  }

  /// Breaks characters into lines with some of them set off; keeps the three lines around these.
  private func highlighted(_ all: [Character], _ marked: Range<Int>) -> [String] {
    let ranges = Self.breaks(all, width: width, indent: 2)
    let lines = ranges.enumerated().map { number, range in
      let inside = marked.clamped(to: range)
      let middle = String(all[inside])
      let styled = middle.isEmpty ? "" : TextStyle.reversed.applied(to: middle, colour: colour)
      let margin = number == 0 ? "" : "  "
      return margin + String(all[range.lowerBound..<inside.lowerBound]) + styled
        + String(all[inside.upperBound..<range.upperBound])
    }
    let first = ranges.firstIndex { $0.upperBound > marked.lowerBound } ?? 0
    return Array(lines.dropFirst(max(0, min(first - 1, lines.count - 3))).prefix(3))
  }

  private var waitingLines: [String] {
    let shown = scene.waiting.prefix(Self.mostWaiting).map { text in
      let line = CellWidth.truncated("· " + TerminalText.sanitized(text), to: width)
      return TextStyle.dim.applied(to: line, colour: colour)
    }
    return Array(shown)
  }

  /// Call, permission, injection, queue: the most important first, for a narrow window cuts the rest.
  var stateLine: String {
    let line = CellWidth.padded(stateParts.joined(separator: " · "), to: width)
    return TextStyle.reversed.applied(to: line, colour: colour)
  }

  var stateParts: [String] {
    if let trouble = scene.trouble { return ["! " + TerminalText.sanitized(trouble)] }
    guard let report = scene.report else { return ["connecting …"] }
    var parts = [calls(report)]
    if scene.isLeaving { parts.append("leaving when all is said") }
    if scene.isPaused || report.speech.state == .paused { parts.append("paused") }
    let queued = report.speech.queued
    if queued > 0 { parts.append("\(queued) waiting") }
    parts.append(report.injection.enabled ? "mic \(report.injection.microphone)" : "injection off")
    if let unit = scene.unit { parts.append("speaks each \(unit.rawValue)") }
    parts.append(permission(report))
    return parts
  }

  private func calls(_ report: StatusReport) -> String {
    guard report.server.connected else { return "○ no sound server" }
    guard !report.calls.isEmpty else { return "○ no call" }
    let names = report.calls.map { call in
      let name = TerminalText.sanitized(call.application)
      if call.state == .held { return "\(name) on hold" }
      return call.attached || !report.injection.enabled ? name : "\(name) not attached"
    }
    let isHeard = report.calls.contains { $0.attached && $0.state == .active }
    return (isHeard ? "● " : "○ ") + names.joined(separator: ", ")
  }

  private func permission(_ report: StatusReport) -> String {
    switch report.permission {
    case .granted: "permission granted"
    case .denied: "permission denied"
    case .undetermined: "no permission yet"
    case .serviceDisabled: "switched off by the administrator"
    }
  }

  /// Breaks a text at spaces into lines of a width in columns; every line but the first is indented.
  static func wrapped(_ text: String, width: Int, indent: Int) -> [String] {
    let all = Array(text)
    let margin = String(repeating: " ", count: indent)
    return breaks(all, width: width, indent: indent).enumerated().map { ($0 == 0 ? "" : margin) + String(all[$1]) }
  }

  /// Where lines begin and end, without the spaces they are broken at; a word that is too long is broken where it is full.
  private static func breaks(_ all: [Character], width: Int, indent: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var used = 0
    var opportunity: Int?
    var place = 0
    while place < all.count {
      let columns = CellWidth.columns(of: all[place])
      guard used + columns > width, place > start else {
        // Ideographs can be broken between any two; the mark at the beginning does not stand alone.
        if columns == 2 || all[place] == " ", place > start + 1 { opportunity = place }
        used += columns
        place += 1
        continue
      }
      let end = all[place] == " " ? place : opportunity ?? place
      ranges.append(start..<end)
      start = end < all.count && all[end] == " " ? end + 1 : end
      (place, used, opportunity) = (start, indent, nil)
    }
    return ranges + [start..<max(start, all.count)]
  }
}
