/// How the operands of a command name phrases, for the completions of shells.
enum PhraseCompletion: Sendable {
  case none
  /// As `@NAME`, anywhere.
  case references
  /// As `NAME`, behind another operand.
  case names

  /// The command that prints the names.
  static let list = "speakcall phrase list --names 2>/dev/null"
}
