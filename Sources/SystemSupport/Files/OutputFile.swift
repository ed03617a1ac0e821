import Glibc

/// A file that is written a part at a time, for somebody who named it.
public struct OutputFile: ~Copyable {
  /// The path as it was given, for messages.
  public let path: String
  private let descriptor: Int32
  private var replacement: Replacement?

  /// How a file takes the place of another.
  private struct Replacement {
    /// The named file, without symbolic links.
    let target: String
    /// A name in the same folder.
    let temporary: String
    /// A Boolean value that indicates whether the file has that name already: an interrupted program leaves no file that
    /// has no name.
    var isNamed: Bool
  }

  // What `<fcntl.h>` calls `__O_TMPFILE | O_DIRECTORY`, which Swift does not import.
  private static let withoutName = 0o20_000_000 | O_DIRECTORY

  /// Opens a file to be written in place, so that others see what is written as it is written; it is emptied.
  public static func inPlace(_ path: String) throws(FileError) -> OutputFile {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .system("write the file", path) }
    return OutputFile(path: path, descriptor: descriptor, replacement: nil)
  }

  /// Opens a file that is there as a whole after ``finish()``, and not at all before.
  ///
  /// What is no plain file, as a pipe, is written in place.
  ///
  /// A new file gets the permissions `mode`, less those that the process masks.
  public static func replacing(_ path: String, mode: mode_t = 0o666) throws(FileError) -> OutputFile {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG { return try inPlace(path) }
    // A file that may not be written to may not be replaced either, though its folder would allow it.
    guard !exists || access(path, W_OK) == 0 else { throw .system("write the file", path) }
    let target = exists ? resolved(path) : path
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "./"
    var replacement = Replacement(
      target: target, temporary: "\(folder).speakcall.\(getpid()).\(UInt32.random(in: .min ... .max))", isNamed: false)
    var descriptor = open(folder, O_WRONLY | withoutName | O_CLOEXEC, mode)
    if descriptor < 0, [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) {
      descriptor = open(replacement.temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      replacement.isNamed = true
    }
    guard descriptor >= 0 else { throw .system("write the file", path) }
    if exists { fchmod(descriptor, status.st_mode & 0o777) }
    return OutputFile(path: path, descriptor: descriptor, replacement: replacement)
  }

  /// Takes standard output, which is not closed.
  public static func standardOutput() throws(FileError) -> OutputFile {
    let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard descriptor >= 0 else { throw .system("write the file", "standard output") }
    return OutputFile(path: "standard output", descriptor: descriptor, replacement: nil)
  }

  private init(path: String, descriptor: Int32, replacement: Replacement?) {
    self.path = path
    self.descriptor = descriptor
    self.replacement = replacement
  }

  deinit {
    if let replacement, replacement.isNamed { unlink(replacement.temporary) }
    close(descriptor)
  }

  /// A Boolean value that indicates whether ``rewrite(_:at:)`` can be used.
  public var isRewritable: Bool { replacement != nil }

  /// Writes at the end.
  public mutating func write(_ bytes: [UInt8]) throws(FileError) {
    let descriptor = descriptor
    if let code = bytes.withUnsafeBytes({ Descriptor(descriptor).write($0) }) {
      throw .system("write the file", path, code: code)
    }
  }

  /// Writes over what was written at that place.
  public mutating func rewrite(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    guard count == bytes.count else { throw .system("write the file", path, code: count < 0 ? errno : EIO) }
  }

  /// Makes sure that all is on the disk, and gives a file that replaces another its name.
  public mutating func finish() throws(FileError) {
    // Pipes and some devices have nothing to wait for: EINVAL.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw .system("write the file", path) }
    guard let replacement else { return }
    if !replacement.isNamed {
      let file = "/proc/self/fd/\(descriptor)"
      guard linkat(AT_FDCWD, file, AT_FDCWD, replacement.temporary, AT_SYMLINK_FOLLOW) == 0 else {
        throw .system("write the file", path)
      }
      self.replacement?.isNamed = true
    }
    guard rename(replacement.temporary, replacement.target) == 0 else { throw .system("write the file", path) }
    self.replacement = nil
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
