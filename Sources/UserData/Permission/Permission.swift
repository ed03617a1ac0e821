/// Whether speech may be put into the user's calls.
public enum Permission: String, Sendable, Codable, CaseIterable {
  /// The user has not decided yet.
  case undetermined
  /// The user has decided against it, or the decision cannot be trusted.
  case denied
  /// The user has decided for it.
  case granted
  /// The administrator has switched injection off for everybody.
  case serviceDisabled
}
