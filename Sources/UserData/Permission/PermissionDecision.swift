/// A permission together with where it comes from.
public struct PermissionDecision: Sendable, Equatable {
  /// What was decided.
  public let permission: Permission
  /// The path of the file that decided.
  public let file: String
  /// Why the file means this permission, when it is not simply what it says.
  public let reason: String?
}
