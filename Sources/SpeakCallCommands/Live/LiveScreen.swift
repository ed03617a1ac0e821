/// The terminal of `live`: finished lines scroll up, and the lines at the bottom change in place.
final class LiveScreen {
  /// The line being typed, with everything that is shown around it.
  struct Input {
    var text = ""
    /// The place of the cursor, in Unicode scalars.
    var cursor = 0
    /// The number of characters that were handed over already.
    var taken = 0
    /// The text that may follow, shown behind the cursor.
    var suggestion = ""
    /// The list above the state line.
    var list: [String] = []
  }

  let raw: RawTerminal
  /// A Boolean value that indicates whether the terminal could not be written to.
  private(set) var hasFailed = false
  private let terminal: Terminal
  private var frame = Frame(.bottom)
  private var size: (columns: Int, rows: Int)

  /// Takes the terminal.
  init(_ terminal: Terminal) throws(Failure) {
    self.terminal = terminal
    size = terminal.size
    raw = try RawTerminal.take(terminal, as: .lines)
  }

  /// Draws the changes, with `finished` lines above everything else.
  func draw(_ state: LiveState, _ input: Input, finished: [String] = []) {
    let view = LiveView(state: state, size: size, colour: terminal.allowsColour)
    let rows = InputRows(
      input.text, cursor: input.cursor, taken: input.taken, suggestion: input.suggestion, width: view.width,
      colour: terminal.allowsColour)
    let contents = view.block(rows, list: input.list)
    write(frame.update(to: contents, finished: finished.flatMap(view.transcript), width: size.columns))
  }

  /// Clears the screen.
  func clear() {
    frame.invalidate()
    write("\u{1B}[H\u{1B}[2J")
  }

  /// Removes the lines at the bottom.
  func erase() { write(frame.erase()) }

  /// Adapts to the events of the terminal.
  func adapt() {
    let events = raw.events()
    size = terminal.size
    if events.contains(.continued) { frame.invalidate() }
    if events.contains(.suspendRequested) { raw.suspend() }
  }

  private func write(_ output: String) {
    guard !output.isEmpty else { return }
    do { try terminal.write(output) } catch {
      // Nothing can be shown any more: the session ends with a failure.
      hasFailed = true
    }
  }
}
