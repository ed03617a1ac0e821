import SystemSupport
import UserData

/// The condition of every command that puts speech into calls: the user's permission, asked for once.
enum PermissionGate {
  /// Returns when permission is granted; asks on a terminal while it is undetermined.
  static func pass(in context: CommandContext) throws(Failure) {
    let store = try context.permissionStore()
    let decision = store.decision()
    switch decision.permission {
    case .granted: return
    case .undetermined:
      guard try ask(store, context) else { throw refusal(store.decision()) }
    case .denied, .serviceDisabled: throw refusal(decision)
    }
  }

  /// The failure that tells why there is no permission, and how to get it.
  static func refusal(_ decision: PermissionDecision) -> Failure {
    let origin = "\(decision.file)\(decision.reason.map { ": \($0)" } ?? "")"
    return switch decision.permission {
    case .serviceDisabled:
      Failure(
        .noPermission, "the administrator has switched speaking into calls off (\(origin))",
        next: "speakcall permission")
    case .undetermined:
      Failure(
        .noPermission, "you have not decided yet whether speakcall may speak into your calls (\(origin))",
        next: "speakcall permission grant")
    case .denied, .granted:
      Failure(.noPermission, "permission to speak into calls is denied (\(origin))", next: "speakcall permission grant")
    }
  }

  private static func ask(_ store: PermissionStore, _ context: CommandContext) throws(Failure) -> Bool {
    guard context.terminal.isInteractive, let answer = context.terminal.ask(question) else { return false }
    do throws(FileError) {
      try store.decide(granted: answer)
    } catch {
      throw Failure(.cannotCreate, error.description, next: error.remedy)
    }
    return answer
  }

  private static let question = """
    speakcall puts synthesized speech into the microphone of your calls: others hear it as from you.
    You can take this back at any time with 'speakcall permission deny'.
    May speakcall speak into your calls?
    """
}
