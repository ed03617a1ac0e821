import SpeakCallProtocol
import UserData

/// The lines that `live` shows: a pure function of a state and the size of the window.
struct LiveView {
  /// The most waiting lines that are shown; the state line counts all.
  private static let mostWaiting = 3

  let state: LiveState
  let size: (columns: Int, rows: Int)
  let colour: Bool

  /// The columns that are used: terminals differ in what follows a character in the last one.
  var width: Int { max(8, size.columns - 1) }

  /// Returns the lines at the bottom: speech, queue, a list if one is open, the state line, and the line being typed.
  func block(_ input: InputRows, list: [String] = []) -> Frame.Contents {
    var input = input
    let room = max(2, size.rows - 1)
    input.keep(max(1, room / 2))
    var above = speechLines + waitingLines + list.map { CellWidth.truncated(TerminalText.sanitized($0), to: width) }
    above = Array(above.suffix(max(0, room - input.rows.count - 1)))
    let lines = above + [stateLine] + input.rows
    return .init(lines: lines, row: above.count + 1 + input.cursor.row, column: input.cursor.column)
  }

  /// Returns the lines of the transcript for a finished one.
  func transcript(_ text: String) -> [String] {
    let cells = TextWrap.cells(of: text)
    return TextWrap.breaks(cells, width: width, indent: 2, lead: 2).enumerated().map {
      ($0 == 0 ? "" : "  ") + TextWrap.text(cells[$1])
    }
  }

  private var speechLines: [String] {
    guard let current = state.current else { return [] }
    let cells = TextWrap.cells(of: current.text)
    let ranges = TextWrap.breaks(cells, width: width, first: 2, indent: 2)
    let word = current.word.flatMap { $0.upperBound <= current.text.unicodeScalars.count ? $0 : nil }
    let lines = ranges.enumerated().map { number, range in
      var line = StyledLine(number == 0 ? "▸ " : "  ")
      for cell in cells[range] {
        line.append(cell.text, word?.contains(cell.offset) ?? false ? [.reversed] : [])
      }
      return line.text(colour: colour)
    }
    let place = word.flatMap { word in cells.lastIndex { $0.offset <= word.lowerBound } } ?? 0
    let row = ranges.firstIndex { $0.upperBound > place } ?? 0
    return Array(lines.dropFirst(max(0, min(row - 1, lines.count - 3))).prefix(3))
  }

  private var waitingLines: [String] {
    let shown = state.waiting.prefix(Self.mostWaiting).map { text in
      let line = CellWidth.truncated("· " + TerminalText.sanitized(text), to: width)
      return TextStyle.dim.applied(to: line, colour: colour)
    }
    return Array(shown)
  }

  /// The state line; a narrow window cuts its end.
  private var stateLine: String {
    let line = CellWidth.padded(stateParts.joined(separator: " · "), to: width)
    return TextStyle.reversed.applied(to: line, colour: colour)
  }

  /// The parts of the state line, the most important first.
  var stateParts: [String] {
    if let problem = state.problem { return ["! " + TerminalText.sanitized(problem)] }
    guard let report = state.report else { return ["connecting …"] }
    var parts = [calls(report)]
    if state.isLeaving { parts.append("leaving when everything was spoken") }
    if state.isPaused || report.speech.state == .paused { parts.append("paused") }
    let queued = report.speech.queued
    if queued > 0 { parts.append("\(queued) waiting") }
    parts.append(report.injection.enabled ? "mic \(report.injection.microphone)" : "injection off")
    if let unit = state.unit { parts.append("speaks each \(unit.rawValue)") }
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
    case .serviceDisabled: "disabled by the administrator"
    }
  }
}

/// The line being typed, broken into rows, with the place of the cursor.
struct InputRows {
  static let prompt = "› "

  private(set) var rows: [String] = []
  private(set) var cursor: (row: Int, column: Int)

  /// Lays out a line.
  ///
  /// The first `taken` characters are shown as spoken; `suggestion` follows the cursor at the end.
  init(_ line: String, cursor place: Int, taken: Int = 0, suggestion: String = "", width: Int, colour: Bool) {
    let indent = CellWidth.columns(of: Self.prompt)
    let end = line.unicodeScalars.count
    let place = min(place, end)
    var characters = 0
    var column = indent
    var offset = 0
    cursor = (0, indent)
    // libedit shows a search in a second line.
    for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
      if offset > 0, offset - 1 <= place { cursor = (rows.count, indent) }
      var cells = TextWrap.cells(of: part, from: offset)
      offset += part.unicodeScalars.count + 1
      if offset > end, place == end { cells += TextWrap.cells(of: suggestion, from: end) }
      for range in TextWrap.breaks(cells, width: width, first: indent, indent: indent, at: .columns) {
        var row = StyledLine(rows.isEmpty ? Self.prompt : String(repeating: " ", count: indent))
        column = indent
        for cell in cells[range] {
          // A cursor within a character of several scalars stands before it.
          if cell.offset <= place { cursor = (rows.count, column) }
          row.append(cell.text, cell.offset >= end ? [.grey] : characters < taken ? [.underlined] : [])
          column += cell.columns
          characters += 1
        }
        rows.append(row.text(colour: colour))
      }
    }
    if place == end, suggestion.isEmpty { cursor = (rows.count - 1, column < width ? column : indent) }
  }

  /// Keeps at most `most` rows, those around the cursor.
  mutating func keep(_ most: Int) {
    guard rows.count > most else { return }
    let first = max(0, min(cursor.row - most / 2, rows.count - most))
    rows = Array(rows[first..<(first + most)])
    cursor.row -= first
  }
}
