import Glibc

/// A file that the user has named, written a part at a time.
public struct OutputFile: ~Copyable {
  /// The path as the user gave it, for messages.
  public let path: String
  private let descriptor: Int32
  private var replacement: ReplacementFile?

  /// Opens and empties a file to write it in place: others see each part as it is written.
  public static func inPlace(_ path: String) throws(FileError) -> OutputFile {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .system("write the file", path) }
    return OutputFile(path: path, descriptor: descriptor, replacement: nil)
  }

  /// Opens a file that appears as a whole at ``finish()``, and not at all before.
  ///
  /// A file that is not a plain one, such as a pipe, is written in place. A new file gets the permissions `mode`, less
  /// those that the process masks.
  public static func replacing(_ path: String, mode: mode_t = 0o666) throws(FileError) -> OutputFile {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG { return try inPlace(path) }
    // A file that may not be written to may not be replaced either, though its folder would allow it.
    guard !exists || access(path, W_OK) == 0 else { throw .system("write the file", path) }
    let target = exists ? resolved(path) : path
    let name = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
    let file = try ReplacementFile(
      of: path, in: String(target[..<name]), target: String(target[name...]), prefix: ".speakcall", mode: mode)
    if exists { fchmod(file.descriptor, status.st_mode & 0o777) }
    return OutputFile(path: path, descriptor: file.descriptor, replacement: file)
  }

  /// Takes standard output, which stays open.
  public static func standardOutput() throws(FileError) -> OutputFile {
    let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard descriptor >= 0 else { throw .system("write the file", "standard output") }
    return OutputFile(path: "standard output", descriptor: descriptor, replacement: nil)
  }

  private init(path: String, descriptor: Int32, replacement: consuming ReplacementFile?) {
    self.path = path
    self.descriptor = descriptor
    self.replacement = replacement
  }

  deinit {
    if replacement == nil { close(descriptor) }
  }

  /// A Boolean value that indicates whether ``rewrite(_:at:)`` can be used.
  public var isRewritable: Bool { replacement != nil }

  /// Writes at the end.
  public mutating func write(_ bytes: [UInt8]) throws(FileError) {
    try Descriptor(descriptor).write(bytes, path: path)
  }

  /// Overwrites bytes that were written before.
  public mutating func rewrite(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    guard count == bytes.count else { throw .system("write the file", path, code: count < 0 ? errno : EIO) }
  }

  /// Waits until everything is on the disk, and gives a replacing file its name.
  public mutating func finish() throws(FileError) {
    // Pipes and some devices have nothing to wait for: EINVAL.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw .system("write the file", path) }
    try replacement?.commit()
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
