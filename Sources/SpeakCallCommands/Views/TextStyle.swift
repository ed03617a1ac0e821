/// The ways in which text is set off on a terminal that shows colour.
enum TextStyle: String, Sendable {
  case bold = "1"
  case dim = "2"
  case reversed = "7"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case underlined = "4"
  case grey = "90"
  case blue = "34"
  case magenta = "35"
  case cyan = "36"

  /// Returns text in this style, or as it is where colour is not wanted.
  ///
  /// The text has to be safe already.
  func applied(to text: String, colour: Bool) -> String {
    colour ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
