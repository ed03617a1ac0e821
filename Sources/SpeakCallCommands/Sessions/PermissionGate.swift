import SystemSupport
import UserData

/// The permission check of every command that speaks into calls.
enum PermissionGate {
  /// Returns if permission is granted; on a terminal, asks while it is undetermined.
  static func require(in context: CommandContext) throws(Failure) {
    let store = try context.permissionStore()
    let decision = store.decision()
    switch decision.permission {
    case .granted: return
    case .undetermined:
      guard context.terminal.isInteractive, let answer = context.terminal.ask(question) else {
        throw failure(for: decision)
      }
      do throws(FileError) { try store.decide(granted: answer) } catch { throw Failure(.cannotCreate, error) }
      if !answer { throw denial(store.file) }
    case .denied, .serviceDisabled: throw failure(for: decision)
    }
  }

  /// Returns the failure that says why permission is missing and how to grant it.
  static func failure(for decision: PermissionDecision) -> Failure {
    let origin = "\(decision.file)\(decision.reason.map { ": \($0)" } ?? "")"
    return switch decision.permission {
    case .serviceDisabled:
      Failure(
        .noPermission, "the administrator has disabled speaking into calls (\(origin))",
        next: "speakcall permission")
    case .undetermined:
      Failure(
        .noPermission, "speakcall has no permission yet to speak into your calls (\(origin))",
        next: "speakcall permission grant")
    case .denied, .granted: denial(origin)
    }
  }

  private static func denial(_ origin: String) -> Failure {
    Failure(.noPermission, "permission to speak into calls is denied (\(origin))", next: "speakcall permission grant")
  }

  private static let question = """
    speakcall adds synthesized speech to the microphone of your calls: others hear it as if it came from you.
    You can withdraw permission at any time with 'speakcall permission deny'.
    May speakcall speak into your calls?
    """
}
