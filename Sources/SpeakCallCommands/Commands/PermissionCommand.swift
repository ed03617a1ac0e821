import SpeakCallProtocol
import SystemSupport

/// `speakcall permission`: shows or sets whether speech may be put into calls.
enum PermissionCommand: Command {
  enum Action: String, CaseIterable, Sendable {
    case grant, deny, reset
  }

  static let action = Operand<Action?>(choice: .optional)

  static let declaration = CommandDeclaration(
    name: "permission", abstract: "show, grant, deny or forget your permission to speak into calls",
    discussion: [
      "Without an operand, the first line says granted, denied, undetermined or serviceDisabled, and the second one "
        + "where that comes from. The status is 0 when permission is granted and 77 when it is not.",
      "Permission that is withdrawn silences the speech at once.",
    ],
    operands: .of(action))

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let store = try context.permissionStore()
    let action = arguments[action]
    do throws(FileError) {
      switch action {
      case .grant: try store.decide(granted: true)
      case .deny: try store.decide(granted: false)
      case .reset: try store.reset()
      case nil: break
      }
    } catch {
      throw Failure(.cannotCreate, error.description, next: error.remedy)
    }
    let decision = store.decision()
    let origin = "\(decision.file)\(decision.reason.map { ": \($0)" } ?? "")"
    try context.terminal.write("\(decision.permission.rawValue)\n  \(TerminalText.sanitized(origin))\n")
    let isAsWanted = decision.permission == .granted || action == .deny || action == .reset
    return isAsWanted ? .success : .noPermission
  }
}
