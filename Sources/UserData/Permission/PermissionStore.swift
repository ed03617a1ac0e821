import Glibc
import SystemSupport

/// The user's permission file, under the administrator's policy file.
///
/// The permission file holds one word, `granted` or `denied`, beside lines of comment that begin with `#`. It counts
/// only when it and its folder are the user's own, no symbolic links, and not writable by others; with anything else
/// the permission is denied. No file means undetermined.
///
/// The policy file holds `injection = allowed` or `injection = disabled`, beside such comments. Whatever else it holds
/// disables injection, so that a slip of the administrator's pen never allows it. No file means allowed.
public struct PermissionStore: Sendable {
  /// The administrator's file on every system.
  public static let systemPolicy = "/etc/speakcall/policy"
  private static let name = "permission"
  /// Both files hold a line or two; the limit keeps a file put there by mistake out of memory.
  private static let limit = 4096

  private let folder: String
  private let policy: String
  private let user: uid_t

  /// Creates the store of the permission file in `folder`.
  public init(folder: String, policy: String = systemPolicy, user: uid_t = geteuid()) {
    self.folder = folder
    self.policy = policy
    self.user = user
  }

  /// The permission file.
  public var file: String { "\(folder)/\(Self.name)" }

  /// The files that decide; when one of them changes, ``decision()`` may change.
  public var files: [String] { [file, policy] }

  /// Reads the files and decides.
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

  /// Removes the user's decision; the permission is undetermined then.
  public func reset() throws(FileError) {
    try OwnFolder.open(folder, for: user)?.remove(Self.name)
  }

  /// Returns why the policy switches injection off, an empty text when it simply says so, and `nil` when it does not.
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

  /// The lines that are neither empty nor comments, without the space around them.
  private static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map(trimmed).filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}
