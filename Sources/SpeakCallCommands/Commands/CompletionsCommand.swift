import SpeakCallProtocol

/// `speakcall completions`: prints a completion script for a shell.
enum CompletionsCommand: Command {
  static let shell = Operand<Shell?>(choice: .required)

  static let declaration = CommandDeclaration(
    name: "completions", abstract: "print shell completions",
    operands: .of(shell),
    examples: [
      .init(line: "source <(speakcall completions bash)", explanation: "In ~/.bashrc:"),
      .init(line: "speakcall completions zsh > ~/.zfunc/_speakcall", explanation: "With ~/.zfunc in $fpath of zsh:"),
      .init(
        line: "speakcall completions fish > ~/.config/fish/completions/speakcall.fish", explanation: "For fish, once:"),
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    if let shell = arguments[shell] { try context.terminal.write(shell.completions()) }
    return .success
  }
}

/// A shell that can complete command lines.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Returns the shell's completion script, made from the command declarations.
  func completions() -> String {
    let commands = SpeakCall.commands.map { $0.declaration }.filter { !$0.isHidden }
    return switch self {
    case .bash: BashCompletions.script(for: commands)
    case .zsh: ZshCompletions.script(for: commands)
    case .fish: FishCompletions.script(for: commands)
    }
  }
}
