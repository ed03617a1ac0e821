/// The help pages, made from the command declarations.
enum HelpText {
  /// The purpose of the program, in one sentence.
  static let purpose = "Speak in voice calls by typing: synthesized speech goes through a virtual microphone."

  private static let column = 30

  /// Returns the page of the program.
  static func overview(width: Int) -> String {
    let commands = SpeakCall.commands.map { $0.declaration }.filter { !$0.isHidden }
    let indent = 2 + (commands.map(\.name.count).max() ?? 0) + 2
    var lines = TextWrap.lines(purpose, width: width)
    lines += ["", "usage: speakcall COMMAND [OPTION…] [OPERAND…]", "", "Commands:"]
    for command in commands {
      lines += TextWrap.lines(command.abstract, width: width, indent: indent, first: padded(command.name, to: indent))
    }
    lines += ["", "Run speakcall COMMAND --help for help on a command, or speakcall --version."]
    lines += ["To start: speakcall enable, join a call, speakcall say \"Hello\"."]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the page of a command.
  static func page(of command: CommandDeclaration, width: Int) -> String {
    var lines = TextWrap.lines("speakcall \(command.name): \(command.abstract)", width: width)
    let usage = "usage: speakcall \(command.name)"
    lines.append("")
    lines += TextWrap.lines(
      [usage] + command.synopsis.dropFirst(), width: width, indent: usage.count + 1, first: "")
    for paragraph in command.discussion { lines += [""] + TextWrap.lines(paragraph, width: width) }
    if !command.options.isEmpty { lines += ["", "Options:"] }
    for option in command.options {
      let form = padded(option.usage, to: column)
      let fits = form.count == column
      if !fits { lines.append("  " + option.usage) }
      lines += TextWrap.lines(option.help, width: width, indent: column, first: fits ? form : nil)
    }
    if !command.examples.isEmpty { lines += ["", "Examples:"] }
    for example in command.examples {
      lines += TextWrap.lines(example.explanation, width: width, indent: 2)
      lines.append("    " + example.line)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the text indented by two spaces and padded to `column` with at least two.
  private static func padded(_ text: String, to column: Int) -> String {
    "  " + text + String(repeating: " ", count: max(2, column - 2 - text.count))
  }
}
