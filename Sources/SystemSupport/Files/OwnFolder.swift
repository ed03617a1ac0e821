import Glibc

/// An open folder that belongs to the user, and in which nobody else can put files.
///
/// Everything is reached through the open descriptor, so that what was checked is what is used.
public struct OwnFolder: ~Copyable {
  /// The rights that others than the owner may have in the folder.
  public enum Access: Sendable {
    /// Others may look, but not write.
    case readableByOthers
    /// Others may do nothing.
    case ownerOnly

    var allowedMode: UInt32 {
      switch self {
      case .readableByOthers: 0o755
      case .ownerOnly: 0o700
      }
    }
  }

  let path: String
  let user: uid_t
  let descriptor: Int32

  private init(path: String, user: uid_t, descriptor: Int32) {
    self.path = path
    self.user = user
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens a folder and checks that it is no symbolic link, the user's own, and closed to others as `access` says.
  ///
  /// Returns `nil` when there is none.
  public static func open(_ path: String, for user: uid_t = geteuid(), access: Access = .readableByOthers)
    throws(FileError) -> OwnFolder?
  {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ENOTDIR, ELOOP: throw FileError(path: path, problem: Self.isLink(path) ? .symbolicLink : .notFolder)
      default: throw .system("open the folder", path)
      }
    }
    let folder = OwnFolder(path: path, user: user, descriptor: descriptor)
    try folder.check(descriptor, path: path, allowedMode: access.allowedMode)
    return folder
  }

  /// Opens a folder as ``open(_:for:access:)`` does, after making it and its missing parents with mode 0700.
  public static func make(_ path: String, for user: uid_t = geteuid(), access: Access = .readableByOthers)
    throws(FileError) -> OwnFolder
  {
    var parents: [Substring] = []
    for component in path.split(separator: "/") {
      parents.append(component)
      let parent = "/" + parents.joined(separator: "/")
      if mkdir(parent, 0o700) < 0, errno != EEXIST {
        let code = errno
        // Some file systems refuse before they look; a folder that is there already is no failure.
        guard faccessat(AT_FDCWD, parent, F_OK, 0) == 0 else { throw .system("make the folder", parent, code: code) }
      }
    }
    guard let folder = try open(path, for: user, access: access) else {
      throw .system("open the folder", path, code: ENOENT)
    }
    return folder
  }

  /// Reads a plain file of the user's own that others cannot write to; returns `nil` when there is none.
  public func read(_ name: String, limit: Int) throws(FileError) -> String? {
    try reading(name) { (file, path) throws(FileError) in try FileContents.read(file, path: path, limit: limit) }
  }

  /// Reads a file as ``read(_:limit:)`` does, whatever is in it.
  package func readBytes(_ name: String, limit: Int) throws(FileError) -> ArraySlice<UInt8>? {
    try reading(name) { (file, path) throws(FileError) in try FileContents.readBytes(file, path: path, limit: limit) }
  }

  private func reading<Value>(
    _ name: String, _ body: (_ file: Int32, _ path: String) throws(FileError) -> Value
  ) throws(FileError) -> Value? {
    let path = "\(path)/\(name)"
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw FileError(path: path, problem: .symbolicLink)
      default: throw .system("open the file", path)
      }
    }
    defer { close(file) }
    try check(file, path: path, allowedMode: 0o755)
    return try body(file, path)
  }

  /// Replaces the contents of a file, or makes it with mode 0600: entirely and durably, or not at all.
  public func write(_ text: String, to name: String) throws(FileError) {
    try replace(name) { (file, path) throws(FileError) in try FileContents.write(text, to: file, path: path) }
    guard fsync(descriptor) == 0 else { throw .system("write the folder", self.path) }
  }

  /// Replaces the contents of a file as ``write(_:to:)`` does, but without waiting for the disk: what is lost when the
  /// machine stops can be made again.
  package func writeCache(_ bytes: [UInt8], to name: String) throws(FileError) {
    try replace(name) { (file, path) throws(FileError) in try FileContents.write(bytes, to: file, path: path) }
  }

  private func replace(
    _ name: String, _ body: (_ file: Int32, _ path: String) throws(FileError) -> Void
  ) throws(FileError) {
    let path = "\(path)/\(name)"
    let temporary = ".\(name).\(getpid()).\(UInt32.random(in: .min ... .max))"
    let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system("write the file", path) }
    do throws(FileError) {
      defer { close(file) }
      try body(file, path)
      guard renameat(descriptor, temporary, descriptor, name) == 0 else { throw .system("replace the file", path) }
    } catch {
      unlinkat(descriptor, temporary, 0)
      throw error
    }
  }

  /// Runs `body` while no other process does so for the same file of the folder.
  public func whileLocked<Value>(_ name: String, _ body: () throws(FileError) -> Value) throws(FileError) -> Value {
    let lockName = Self.lockName(name)
    let lock = openat(descriptor, lockName, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw .system("open the file", "\(path)/\(lockName)") }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .system("lock the file", "\(path)/\(lockName)") }
    }
    return try body()
  }

  /// Adds to the end of a file, or makes it with mode 0600, in one step that no other writer can come into.
  public func append(_ text: String, to name: String) throws(FileError) {
    let path = "\(path)/\(name)"
    let file = openat(descriptor, name, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system("write the file", path) }
    defer { close(file) }
    try check(file, path: path, allowedMode: 0o755)
    try FileContents.write(text, to: file, path: path)
  }

  /// Gives a damaged file another name, which is returned, so that nothing overwrites it.
  public func setAside(_ name: String) throws(FileError) -> String {
    let aside = "\(name).damaged-\(time(nil))"
    guard renameat(descriptor, name, descriptor, aside) == 0 else {
      throw .system("set aside the file", "\(path)/\(name)")
    }
    return "\(path)/\(aside)"
  }

  /// Removes a file; it is no error when there is none.
  public func remove(_ name: String) throws(FileError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw .system("remove the file", "\(path)/\(name)")
    }
    guard fsync(descriptor) == 0 else { throw .system("write the folder", path) }
  }

  /// The name of the file that is locked for another one; it stays, for a lock on a removed file excludes nobody.
  static func lockName(_ name: String) -> String { ".\(name).lock" }

  private func check(_ opened: Int32, path: String, allowedMode: UInt32) throws(FileError) {
    var status = stat()
    guard fstat(opened, &status) == 0 else { throw .system("look at", path) }
    if opened != descriptor, status.st_mode & S_IFMT != S_IFREG { throw FileError(path: path, problem: .notPlainFile) }
    if status.st_uid != user {
      throw FileError(path: path, problem: .owner(found: status.st_uid, expected: user))
    }
    if status.st_mode & 0o077 & ~allowedMode != 0 {
      throw FileError(path: path, problem: .mode(status.st_mode, allowed: allowedMode))
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
