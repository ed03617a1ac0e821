/// A key that was pressed, as far as a terminal tells it from others.
public enum Key: Sendable, Equatable {
  case character(Character)
  /// A letter together with Ctrl, in lower case.
  case control(Character)
  case up, down, left, right, home, end, pageUp, pageDown
  case enter, tab, backspace, delete, escape
  /// A character together with Alt.
  case alt(Character)
  /// F1 to F12.
  case function(Int)
  /// The left or right arrow together with Ctrl or Alt.
  case wordLeft, wordRight
  /// A text that was pasted, as it came.
  case paste(String)
  /// A sequence that none of the above sends.
  case other
}
