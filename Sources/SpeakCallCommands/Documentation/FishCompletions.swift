/// The completion script for fish.
enum FishCompletions {
  static func script(for commands: [CommandDeclaration]) -> String {
    var lines = [
      "# speakcall completions for fish: save as speakcall.fish in a folder of $fish_complete_path.",
      "function __speakcall_command_is",
      "    set -l words (commandline -opc)",
      "    test \"$words[2]\" = \"$argv[1]\"",
      "end",
      "function __speakcall_references",
      "    # Inside quotes, the word is the whole text.",
      "    set -l before (commandline -ct | string replace -r '^[\"\\']' '' | string replace -r '[^ ]*$' '')",
      "    for name in (\(PhraseCompletion.list))",
      "        printf '%s\\n' \"$before@$name\"",
      "    end",
      "end",
      "complete -c speakcall -f",
      "complete -c speakcall -l help -d 'show help'",
      "complete -c speakcall -n '__speakcall_command_is \"\"' -l version -d 'show the version'",
    ]
    for command in commands {
      lines.append(
        "complete -c speakcall -n '__speakcall_command_is \"\"' -a \(command.name) -d \(quoted(command.abstract))")
    }
    for command in commands {
      let start = "complete -c speakcall -n '__speakcall_command_is \(command.name)'"
      lines += command.options.map { "\(start) \(option($0))" }
      lines += phrases(command.phrases).map { "\(start) -a \(quoted($0))" }
      for operand in command.operands {
        let isCommand = operand.name == HelpCommand.command.declaration.name
        let choices = isCommand ? commands.map(\.name) : operand.kind.choices
        if !choices.isEmpty { lines.append("\(start) -a '\(choices.joined(separator: " "))'") }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func phrases(_ completion: PhraseCompletion) -> [String] {
    switch completion {
    case .none: []
    case .references: ["(__speakcall_references)"]
    case .names: ["(\(PhraseCompletion.list))"]
    }
  }

  private static func option(_ option: OptionDeclaration) -> String {
    var parts = ["-l \(option.name)"]
    if let short = option.short { parts.append("-s \(short)") }
    if let value = option.value, value.omitted == nil {
      parts.append(value.kind == .file ? "-r -F" : "-x")
      if !value.kind.choices.isEmpty { parts.append("-a '\(value.kind.choices.joined(separator: " "))'") }
    }
    return (parts + ["-d \(quoted(option.help))"]).joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
