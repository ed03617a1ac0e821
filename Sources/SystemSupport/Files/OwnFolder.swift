import Glibc

/// An open folder that belongs to the user, and in which nobody else can put files.
///
/// Everything is reached through the open descriptor: the folder that was checked is the one that is used.
public struct OwnFolder: ~Copyable {
  /// The rights of others in the folder.
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

  /// Opens a folder and checks that it is no symbolic link, belongs to the user, and is closed to others as `access`
  /// demands.
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

  /// Creates a folder and its missing parents with mode 0700, and opens it as ``open(_:for:access:)`` does.
  public static func make(_ path: String, for user: uid_t = geteuid(), access: Access = .readableByOthers)
    throws(FileError) -> OwnFolder
  {
    var parents: [Substring] = []
    for component in path.split(separator: "/") {
      parents.append(component)
      let parent = "/" + parents.joined(separator: "/")
      if mkdir(parent, 0o700) < 0, errno != EEXIST {
        let code = errno
        // Some file systems refuse before they look: an existing folder is not a failure.
        guard faccessat(AT_FDCWD, parent, F_OK, 0) == 0 else { throw .system("make the folder", parent, code: code) }
      }
    }
    guard let folder = try open(path, for: user, access: access) else {
      throw .system("open the folder", path, code: ENOENT)
    }
    return folder
  }

  /// Reads a plain file that belongs to the user and that others cannot write to; returns `nil` when there is none.
  public func read(_ name: String, limit: Int) throws(FileError) -> String? {
    try reading(name) { (file, path) throws(FileError) in try file.readText(path: path, limit: limit) }
  }

  /// Reads a file as ``read(_:limit:)`` does, but any bytes.
  package func readBytes(_ name: String, limit: Int) throws(FileError) -> ArraySlice<UInt8>? {
    try reading(name) { (file, path) throws(FileError) in try file.readBytes(path: path, limit: limit) }
  }

  private func reading<Value>(
    _ name: String, _ body: (_ file: Descriptor, _ path: String) throws(FileError) -> Value
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
    return try body(Descriptor(file), path)
  }

  /// Replaces the contents of a file, or creates it with mode 0600: entirely and durably, or not at all.
  public func write(_ text: String, to name: String) throws(FileError) {
    try replace(name) { (file, path) throws(FileError) in try Self.write(text, to: file, path: path) }
    guard fsync(descriptor) == 0 else { throw .system("write the folder", self.path) }
  }

  /// Replaces the contents of a file as ``write(_:to:)`` does, but without waiting for the disk: a cache that is lost
  /// when the machine stops can be made again.
  package func writeCache(_ bytes: [UInt8], to name: String) throws(FileError) {
    try replace(name) { (file, path) throws(FileError) in try file.write(bytes, path: path) }
  }

  /// Writes all of `text` and waits until it is on the disk.
  private static func write(_ text: String, to file: Descriptor, path: String) throws(FileError) {
    try file.write(Array(text.utf8), path: path)
    guard fsync(file.number) == 0 else { throw .system("write the file", path) }
  }

  private func replace(
    _ name: String, _ body: (_ file: Descriptor, _ path: String) throws(FileError) -> Void
  ) throws(FileError) {
    let path = "\(path)/\(name)"
    var file = try ReplacementFile(of: path, of: descriptor, target: name, prefix: ".\(name)", mode: 0o600)
    try body(Descriptor(file.descriptor), path)
    try file.commit()
  }

  /// Runs `body` under a lock that one process at a time holds for a file of the folder.
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

  /// Appends to a file, or creates it with mode 0600, in one step that no other writer can interrupt.
  public func append(_ text: String, to name: String) throws(FileError) {
    let path = "\(path)/\(name)"
    let file = openat(descriptor, name, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system("write the file", path) }
    defer { close(file) }
    try check(file, path: path, allowedMode: 0o755)
    try Self.write(text, to: Descriptor(file), path: path)
  }

  /// Renames a damaged file to keep it from being overwritten; returns its new path.
  public func setAside(_ name: String) throws(FileError) -> String {
    let aside = "\(name).damaged-\(time(nil))"
    guard renameat(descriptor, name, descriptor, aside) == 0 else {
      throw .system("set aside the file", "\(path)/\(name)")
    }
    return "\(path)/\(aside)"
  }

  /// Removes a file, if there is one.
  public func remove(_ name: String) throws(FileError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw .system("remove the file", "\(path)/\(name)")
    }
    guard fsync(descriptor) == 0 else { throw .system("write the folder", path) }
  }

  /// The name of the lock file of another file; it is never removed, because a lock on a removed file excludes nobody.
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

extension OwnFolder {
  /// Removes a file, its damaged versions that were set aside, and the temporary files of writers that were killed.
  ///
  /// Call it under ``whileLocked(_:_:)`` only: it would remove a file that another process is writing.
  public func erase(_ name: String) throws(FileError) {
    let lock = Self.lockName(name)
    for entry in try entries()
    where entry == name || entry.hasPrefix("\(name).damaged-") || entry.hasPrefix(".\(name).") && entry != lock {
      try remove(entry)
    }
  }

  private func entries() throws(FileError) -> [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let list = fdopendir(copy) else {
      let code = errno
      if copy >= 0 { close(copy) }
      throw .system("read the folder", path, code: code)
    }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) { names.append(entry.name) }
    return names
  }
}

extension UnsafeMutablePointer where Pointee == dirent {
  /// The name of the file behind a folder entry.
  package var name: String {
    withUnsafeBytes(of: pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
