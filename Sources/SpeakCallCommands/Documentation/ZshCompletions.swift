/// The completion script for zsh.
enum ZshCompletions {
  static func script(for commands: [CommandDeclaration]) -> String {
    """
    #compdef speakcall
    # speakcall completions for zsh: save as _speakcall in a folder of $fpath.
    _speakcall_commands() {
      local -a commands=(
    \(commands.map { "    \(quoted("\($0.name):\($0.abstract)"))" }.joined(separator: "\n"))
      )
      _describe command commands
    }
    _speakcall_phrases() {
      local -a names=(${(f)"$(\(PhraseCompletion.list))"})
      compadd "$@" -- ${^names}
    }
    _speakcall_references() {
      local -a names=(${(f)"$(\(PhraseCompletion.list))"})
      # Inside quotes, the word is the whole text.
      compset -P '* '
      compadd "$@" -- @${^names}
    }
    _speakcall() {
      local curcontext=$curcontext state line
      _arguments -C '(- *)--help[show help]' '(- *)--version[show the version]' \\
        '1:command:_speakcall_commands' '*::argument:->command'
      [[ $state == command ]] || return
      case $line[1] in
    \(commands.map(branch).joined(separator: "\n"))
      esac
    }
    if [[ $funcstack[1] == _speakcall ]]; then
      _speakcall "$@"
    else
      compdef _speakcall speakcall
    fi

    """
  }

  private static func branch(_ command: CommandDeclaration) -> String {
    var specifications = ["'(- *)--help[show help]'"]
    specifications += command.options.map { specification($0, of: command) }
    specifications += command.operands.map { operand in
      let action = action(operand, of: command)
      return quoted(
        "\(operand.count == .any ? "*" : "")\(operand.count == .optional ? ":" : ""):\(escaped(operand.name)):\(action)"
      )
    }
    return "  \(command.name)) _arguments -s \(specifications.joined(separator: " \\\n    ")) ;;"
  }

  private static func specification(_ option: OptionDeclaration, of command: CommandDeclaration) -> String {
    let long = "--\(option.name)"
    let short = option.short.map { "-\($0)" }
    let rivals = command.exclusiveOptions.filter { $0.contains(option.name) }.joined().map { "--\($0)" }
    let excluded = option.isRepeatable ? [] : Set(rivals + [long] + (short.map { [$0] } ?? [])).sorted()
    var tail = "[\(escaped(option.help))]"
    if let value = option.value {
      tail += (value.omitted == nil ? ":" : "::") + "\(escaped(value.name)):\(action(value.kind))"
    }
    let suffix = option.value.map { $0.omitted == nil ? "=" : "=-" } ?? ""
    let head = excluded.isEmpty ? "*" : "(\(excluded.joined(separator: " ")))"
    guard let short else { return quoted(head + long + suffix + tail) }
    return "\(quoted(head)){\(short)\(option.value == nil ? "" : "+"),\(long)\(suffix)}\(quoted(tail))"
  }

  private static func action(_ operand: OperandDeclaration, of command: CommandDeclaration) -> String {
    if operand.name == HelpCommand.command.declaration.name { return "_speakcall_commands" }
    return switch command.phrases {
    case .references: "_speakcall_references"
    case .names where operand.name == PhraseCommand.name.declaration.name: "_speakcall_phrases"
    case .none, .names: action(operand.kind)
    }
  }

  private static func action(_ kind: ValueKind) -> String {
    switch kind {
    case .file: "_files"
    case .choice(let choices): "(\(choices.joined(separator: " ")))"
    case .text, .integer, .number: " "
    }
  }

  private static func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
