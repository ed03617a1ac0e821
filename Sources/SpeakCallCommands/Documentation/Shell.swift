/// A shell that can complete command lines.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script that teaches the shell to complete `speakcall`, made from the declarations of the commands.
  func completions() -> String {
    let commands = SpeakCall.commands.map { $0.declaration }.filter { !$0.isHidden }
    return switch self {
    case .bash: BashCompletions.script(for: commands)
    case .zsh: ZshCompletions.script(for: commands)
    case .fish: FishCompletions.script(for: commands)
    }
  }
}
