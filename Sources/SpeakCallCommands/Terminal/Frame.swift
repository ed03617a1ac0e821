/// What stands on the screen, so that only what has changed need be written.
public struct Frame: Sendable {
  private var lines: [String] = []
  private var isUnknown = true

  /// Creates a frame of a screen of which nothing is known.
  public init() {}

  /// Forgets what stands there, after the window was resized or another program has written to it.
  public mutating func forget() { isUnknown = true }

  /// Returns what turns the screen into these lines, from its first row on; an empty text when they stand there already.
  ///
  /// The terminal is asked to show the whole of it at once. Lines have to be safe, and no longer than the screen is wide.
  public mutating func update(to new: [String]) -> String {
    var changes = isUnknown ? "\u{1B}[0m\u{1B}[2J" : ""
    let old = isUnknown ? [] : lines
    for row in 0..<max(old.count, new.count) {
      let line = row < new.count ? new[row] : ""
      guard row >= old.count || old[row] != line, !(row >= old.count && line.isEmpty) else { continue }
      // Cleared after the text, not before it: an instant of emptiness is what the eye sees as flicker.
      changes += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
    }
    lines = new
    isUnknown = false
    return changes.isEmpty ? "" : "\u{1B}[?2026h\(changes)\u{1B}[?2026l"
  }
}
