/// The ways in which text is set off on a terminal that shows colour.
enum TextStyle: String, Sendable {
  case bold = "1"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case dim = "2"
  case underlined = "4"
  case inverse = "7"
  case grey = "90"

  /// Returns text in this style, or as it is where colour is not wanted.
  ///
  /// The text has to be safe already.
  func applied(to text: String, colour: Bool) -> String {
    colour ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
