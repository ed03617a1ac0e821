import SpeakCallProtocol
import SystemSupport

/// `speakcall permission`: shows or changes the permission to speak into calls.
enum PermissionCommand: Command {
  enum Action: String, CaseIterable, Sendable {
    case grant, deny, reset
  }

  static let action = Operand<Action?>(choice: .optional)

  static let declaration = CommandDeclaration(
    name: "permission", abstract: "show, grant, deny or reset permission to speak into calls",
    discussion: [
      "Without an operand, prints granted, denied, undetermined or serviceDisabled, then the file that decides. The exit "
        + "status is 0 if permission is granted and 77 if not.",
      "Withdrawing permission stops speech at once.",
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
      throw Failure(.cannotCreate, error)
    }
    let decision = store.decision()
    let origin = "\(decision.file)\(decision.reason.map { ": \($0)" } ?? "")"
    try context.terminal.write("\(decision.permission.rawValue)\n  \(TerminalText.sanitized(origin))\n")
    let isSuccess = decision.permission == .granted || action == .deny || action == .reset
    return isSuccess ? .success : .noPermission
  }
}
