import SpeakCallProtocol

/// What a line asks for, by its first character.
enum TypedLine: Equatable {
  /// Nothing was typed.
  case nothing
  /// The line is to be spoken.
  case speech(String, SayRequest.Placement)
  /// A command for `live` itself, without its slash, and the words behind it.
  case command(String, [String])

  /// Reads a line.
  ///
  /// `!` interrupts, `>` goes next, `/` is a command; behind a space each is a character like any other.
  init(_ line: String) {
    let text = Self.trimmed(line)
    guard let sign = line.first, !text.isEmpty else {
      self = .nothing
      return
    }
    let rest = Self.trimmed(String(line.dropFirst()))
    switch sign {
    case "!": self = rest.isEmpty ? .nothing : .speech(rest, .now)
    case ">": self = rest.isEmpty ? .nothing : .speech(rest, .next)
    case "/":
      let words = rest.split(separator: " ").map(String.init)
      self = words.isEmpty ? .nothing : .command(words[0], Array(words.dropFirst()))
    default: self = .speech(text, .end)
    }
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
