import Glibc

/// A file that takes the name of another one when it is complete, and leaves nothing behind when it is given up.
struct ReplacementFile: ~Copyable {
  private enum State { case nameless, named, committed }

  /// The file, open for writing.
  let descriptor: Int32
  private let path: String
  private let folder: Int32
  private let target: String
  private let temporary: String
  private var state: State

  // The value of `__O_TMPFILE | O_DIRECTORY` in `<fcntl.h>`, which Swift does not import.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// Creates the file, without a name where the file system can do that: a killed program leaves nothing then.
  ///
  /// - Parameters:
  ///   - path: The file to replace, for errors.
  ///   - directory: The folder of both files, relative to the open folder `folder`.
  ///   - target: The name of the file to replace.
  ///   - prefix: The beginning of the temporary name.
  init(
    of path: String, in directory: String = "", of folder: Int32 = AT_FDCWD, target: String, prefix: String,
    mode: mode_t
  ) throws(FileError) {
    self.path = path
    self.folder = folder
    self.target = directory + target
    temporary = "\(directory)\(prefix).\(getpid()).\(UInt32.random(in: .min ... .max))"
    var descriptor = openat(
      folder, directory.isEmpty ? "." : directory, O_WRONLY | Self.nameless | O_CLOEXEC, mode)
    state = .nameless
    if descriptor < 0, [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) {
      descriptor = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      state = .named
    }
    guard descriptor >= 0 else { throw .system("write the file", path) }
    self.descriptor = descriptor
  }

  deinit {
    if state == .named { unlinkat(folder, temporary, 0) }
    close(descriptor)
  }

  /// Gives the file its name, in one step.
  mutating func commit() throws(FileError) {
    guard state != .committed else { return }
    if state == .nameless {
      let file = "/proc/self/fd/\(descriptor)"
      guard linkat(AT_FDCWD, file, folder, temporary, AT_SYMLINK_FOLLOW) == 0 else {
        throw .system("write the file", path)
      }
      state = .named
    }
    guard renameat(folder, temporary, folder, target) == 0 else { throw .system("replace the file", path) }
    state = .committed
  }
}
