import Glibc

/// The reason for a file or folder not to be used.
public struct FileError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
  /// The kinds of problems.
  public enum Problem: Sendable, Equatable, Codable {
    /// A system call failed, with its error number.
    case system(doing: String, code: Int32)
    case notPlainFile
    case notFolder
    case symbolicLink
    /// The file belongs to another user.
    case owner(found: UInt32, expected: UInt32)
    /// Others than the owner have rights that they must not have; the complete mode.
    case mode(UInt32, allowed: UInt32)
    case tooLong(limit: Int)
    case notUTF8
  }

  /// The absolute path of the file or folder.
  public let path: String
  /// The problem.
  public let problem: Problem

  /// Creates the error of a system call that has just failed.
  public static func system(_ doing: String, _ path: String, code: Int32 = errno) -> FileError {
    FileError(path: path, problem: .system(doing: doing, code: code))
  }

  /// The problem as a phrase, without the path.
  public var reason: String {
    switch problem {
    case .system(let doing, let code): "cannot \(doing): \(String(cString: strerror(code)))"
    case .notPlainFile: "not a plain file"
    case .notFolder: "not a folder"
    case .symbolicLink: "a symbolic link"
    case .owner(let found, let expected): "owned by user \(found), not by user \(expected)"
    case .mode(let mode, _):
      "open to others (mode \(String(mode & 0o7777, radix: 8)))"
    case .tooLong(let limit): "longer than \(limit) bytes"
    case .notUTF8: "not UTF-8 text"
    }
  }

  /// The command that removes the problem, when there is one.
  public var remedy: String? {
    switch problem {
    case .mode(_, let allowed): "chmod \(allowed & 0o055 == 0 ? "go-rwx" : "go-w") '\(path)'"
    case .symbolicLink, .notPlainFile, .notFolder: "ls -ld '\(path)'"
    case .owner(_, let expected): "chown \(expected) '\(path)'"
    case .system, .tooLong, .notUTF8: nil
    }
  }

  /// The path and what is wrong with it.
  public var description: String {
    "\(path): \(reason)"
  }
}
