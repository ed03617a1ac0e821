import SpeakCallProtocol

/// The interpreter of entered lines.
struct LineInterpreter {
  let core: LiveCore
  let completion: LiveCompletion
  /// Shows the phrases, for `/phrases`.
  let showPhrases: () -> Void

  /// Executes a line; returns its text if it is speech, and whether it could be sent.
  func run(_ line: String) -> (text: String, isSent: Bool)? {
    switch TypedLine(line) {
    case .nothing: return nil
    case .command(let name, let values):
      SlashCommand.run(name, values, on: core, showPhrases: showPhrases)
      return nil
    case .speech(let text, let placement):
      do throws(Failure) {
        try speak(text, placement, line)
        return (text, true)
      } catch {
        core.note("– \(error.sentence)")
        return (text, false)
      }
    }
  }

  private func speak(_ text: String, _ placement: SayRequest.Placement, _ line: String) throws(Failure) {
    let rest = core.typeAhead.rest(of: line)
    if placement == .end, core.lines.openLine != nil || !rest.elementsEqual(line) {
      core.finishTypedLine(with: try completion.expanded(rest))
    } else {
      core.speak(try completion.expanded(text), placement)
    }
  }
}

/// A line that was entered, by its first character.
enum TypedLine: Equatable {
  case nothing
  case speech(String, SayRequest.Placement)
  /// A slash command without its slash, and its values.
  case command(String, [String])

  /// Parses a line.
  ///
  /// `!` interrupts, `>` goes next, `/` is a command; after a space they are ordinary characters.
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
