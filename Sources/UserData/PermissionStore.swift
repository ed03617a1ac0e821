import Glibc
import SystemSupport

/// The user's decision about speech in calls.
public enum Permission: String, Sendable, Codable, CaseIterable {
  /// The user has not decided yet.
  case undetermined
  /// The user has denied it, or the decision cannot be trusted.
  case denied
  /// The user has granted it.
  case granted
  /// The administrator has disabled injection for everybody.
  case serviceDisabled
}

/// A permission and its origin.
public struct PermissionDecision: Sendable, Equatable {
  /// The permission.
  public let permission: Permission
  /// The path of the file that decided.
  public let file: String
  /// The reason for the permission, if it is not simply what the file says.
  public let reason: String?
}

/// The user's permission file and the administrator's policy file, which takes precedence.
///
/// The permission file holds one word, `granted` or `denied`, and comment lines that begin with `#`. It counts only if
/// it and its folder belong to the user, are no symbolic links and are not writable by others. Otherwise, and with any
/// other content, the permission is denied. Without a file it is undetermined.
///
/// The policy file holds `injection = allowed` or `injection = disabled`, and comments. Any other content disables
/// injection, so a typing error never allows it. Without a file it is allowed.
public struct PermissionStore: Sendable {
  /// The administrator's file on every system.
  public static let systemPolicy = "/etc/speakcall/policy"
  private static let name = "permission"
  /// The maximum size of both files, which keeps a large file out of memory.
  private static let limit = 4096

  private let folder: String
  private let policy: String
  private let user: uid_t

  /// Creates the store of the permission file in a configuration folder.
  public init(folder: String, policy: String = systemPolicy, user: uid_t = geteuid()) {
    self.folder = folder
    self.policy = policy
    self.user = user
  }

  /// The permission file.
  public var file: String { "\(folder)/\(Self.name)" }

  /// The paths of the files whose changes may change ``decision()``.
  public var files: [String] { [file, policy] }

  /// Reads the files and returns the decision.
  public func decision() -> PermissionDecision {
    if let reason = reasonForDisabledService() {
      return PermissionDecision(permission: .serviceDisabled, file: policy, reason: reason.isEmpty ? nil : reason)
    }
    do throws(FileError) {
      guard let text = try OwnFolder.open(folder, for: user)?.read(Self.name, limit: Self.limit) else {
        return PermissionDecision(permission: .undetermined, file: file, reason: "there is no such file")
      }
      switch Self.lines(text) {
      case ["granted"]: return PermissionDecision(permission: .granted, file: file, reason: nil)
      case ["denied"]: return PermissionDecision(permission: .denied, file: file, reason: nil)
      default:
        return PermissionDecision(
          permission: .denied, file: file, reason: "it holds neither the one word 'granted' nor 'denied'")
      }
    } catch {
      return PermissionDecision(permission: .denied, file: error.path, reason: error.reason)
    }
  }

  /// Writes the user's decision.
  public func decide(granted: Bool) throws(FileError) {
    let word = granted ? Permission.granted : .denied
    try OwnFolder.make(folder, for: user).write("\(word.rawValue)\n", to: Self.name)
  }

  /// Removes the user's decision, which leaves the permission undetermined.
  public func reset() throws(FileError) {
    try OwnFolder.open(folder, for: user)?.remove(Self.name)
  }

  /// Returns the reason that the policy disables injection: empty if it says so, `nil` if it does not.
  private func reasonForDisabledService() -> String? {
    let descriptor = open(policy, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      return FileError.system("open the file", policy).reason
    }
    defer { close(descriptor) }
    do throws(FileError) {
      let lines = Self.lines(try Descriptor(descriptor).readText(path: policy, limit: Self.limit))
      let values = lines.map { line in
        line.split(separator: "=", omittingEmptySubsequences: false).map(Self.trimmed)
      }
      if values.contains(["injection", "disabled"]) { return "" }
      guard let strange = values.firstIndex(where: { $0 != ["injection", "allowed"] }) else { return nil }
      return "'\(lines[strange])' is neither 'injection = allowed' nor 'injection = disabled'"
    } catch {
      return error.reason
    }
  }

  /// Returns the trimmed lines that are neither empty nor comments.
  private static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map(trimmed).filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}
