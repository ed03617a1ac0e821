/// A key that was pressed, as far as a terminal tells it from others.
public enum Key: Sendable, Equatable {
  case character(Character)
  /// A letter together with Ctrl, in lower case.
  case control(Character)
  case up, down, left, right, home, end, pageUp, pageDown
  case enter, tab, backspace, delete, escape
  /// A sequence that none of the above sends.
  case other
}
