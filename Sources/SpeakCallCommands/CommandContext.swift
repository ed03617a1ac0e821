import Glibc
import SystemSupport
import UserData

/// What a command finds around it.
struct CommandContext: Sendable {
  let environment: [String: String]
  let terminal: Terminal

  /// The places of the user's files; fails when the environment names unusable ones.
  func paths() throws(Failure) -> XDGPaths {
    do {
      return try XDGPaths(environment: environment)
    } catch {
      throw Failure(.usage, error.description)
    }
  }

  /// The user's permission and the administrator's policy.
  func permissionStore() throws(Failure) -> PermissionStore {
    PermissionStore(folder: try paths().configuration)
  }
}
