/// The help pages, made from the declarations of the commands.
enum HelpText {
  /// What the program does, in one sentence.
  static let purpose = "Text typed in a shell is heard in a voice call through a virtual microphone."

  private static let column = 30

  /// The page of the whole program.
  static func overview(width: Int) -> String {
    let commands = SpeakCall.commands.map { $0.declaration }.filter { !$0.isHidden }
    let indent = 2 + (commands.map(\.name.count).max() ?? 0) + 2
    var lines = TextWrap.lines(purpose, width: width)
    lines += ["", "usage: speakcall COMMAND [OPTION…] [OPERAND…]", "", "Commands:"]
    for command in commands {
      lines += TextWrap.lines(command.abstract, width: width, indent: indent, first: padded(command.name, to: indent))
    }
    lines += ["", "Every command has --help, and the program has --version."]
    lines += ["The first steps: speakcall enable, join a call, speakcall say \"Hello\"."]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The page of one command.
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

  /// The text after two spaces, filled up with spaces to `column`, with two at least.
  private static func padded(_ text: String, to column: Int) -> String {
    "  " + text + String(repeating: " ", count: max(2, column - 2 - text.count))
  }
}
