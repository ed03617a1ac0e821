/// The reason for the user's files not to have a place.
public enum PathError: Error, Sendable, Equatable, CustomStringConvertible {
  /// `SPEAKCALL_INSTANCE` is no name for an instance.
  case badInstance(String)
  /// `HOME` is unset and the user has no account.
  case noHome(user: UInt32)

  /// What is wrong, with the variable and its value.
  public var description: String {
    switch self {
    case .badInstance(let name):
      "SPEAKCALL_INSTANCE is '\(name)', but takes 1 to 32 of the characters A-Z, a-z, 0-9, '_' and '-'"
    case .noHome(let user): "HOME is not set, and user \(user) has no account that tells it"
    }
  }
}
