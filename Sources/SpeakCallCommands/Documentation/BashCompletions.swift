/// The completion script for bash.
enum BashCompletions {
  static func script(for commands: [CommandDeclaration]) -> String {
    """
    # speakcall completions for bash: source <(speakcall completions bash)
    _speakcall_references() {
      # Readline passes the name with its '@', and inside quotes all text before it.
      local head=${1%@*} line=${COMP_LINE:0:COMP_POINT}
      [[ $1 == *@* && $line == *[[:space:]\\"\\'\\(]"$1" ]] || return
      [[ -z $head || $head == *[[:space:]\\(] ]] || return
      mapfile -t COMPREPLY < <(compgen -P "$head@" -W "$(\(PhraseCompletion.list))" -- "${1##*@}")
    }
    _speakcall() {
      local current=$2 previous=$3 command=${COMP_WORDS[1]}
      # Bash splits words at '=': '--mic=m' arrives as '--mic', '=', 'm'.
      [[ $current == = ]] && current=
      [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD-2]}
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '\(names(commands)) --help --version' -- "$current"))
        return
      fi
      case $command in
    \(commands.map(branch).joined(separator: "\n"))
      help) COMPREPLY=($(compgen -W '\(names(commands))' -- "$current")) ;;
      esac
    }
    complete -F _speakcall speakcall

    """
  }

  private static func names(_ commands: [CommandDeclaration]) -> String {
    commands.map(\.name).joined(separator: " ")
  }

  private static func branch(_ command: CommandDeclaration) -> String {
    guard command.name != HelpCommand.declaration.name else { return "" }
    let options = command.options.map { "--\($0.name)" } + ["--help"]
    let operands = command.operands.flatMap(\.kind.choices)
    var lines = ["  \(command.name))"]
    let values = command.options.compactMap(valueBranch)
    if !values.isEmpty { lines += ["    case $previous in"] + values + ["    esac"] }
    lines += [
      "    if [[ $current == -* ]]; then",
      "      COMPREPLY=($(compgen -W '\(options.joined(separator: " "))' -- \"$current\"))",
    ]
    lines += phrases(command.phrases)
    if !operands.isEmpty {
      lines += [
        "    else",
        "      COMPREPLY=($(compgen -W '\(operands.joined(separator: " "))' -- \"$current\"))",
      ]
    }
    return (lines + ["    fi", "    ;;"]).joined(separator: "\n")
  }

  private static func phrases(_ completion: PhraseCompletion) -> [String] {
    switch completion {
    case .none: []
    case .references: ["    else", "      _speakcall_references \"$current\""]
    case .names:
      [
        "    elif [[ $previous == remove ]]; then",
        "      COMPREPLY=($(compgen -W \"$(\(PhraseCompletion.list))\" -- \"$current\"))",
      ]
    }
  }

  private static func valueBranch(_ option: OptionDeclaration) -> String? {
    guard let value = option.value, value.omitted == nil else { return nil }
    let forms = ([option.short.map { "-\($0)" }, "--\(option.name)"] as [String?]).compactMap(\.self)
    let action =
      switch value.kind {
      case .file: "mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return"
      case .choice(let choices):
        "COMPREPLY=($(compgen -W '\(choices.joined(separator: " "))' -- \"$current\")); return"
      case .text, .integer, .number: "return"
      }
    return "    \(forms.joined(separator: "|"))) \(action) ;;"
  }
}
