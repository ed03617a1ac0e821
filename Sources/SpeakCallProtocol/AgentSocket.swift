import Glibc
import SystemSupport

/// The Unix socket on which an agent is reached.
package enum AgentSocket {
  /// Commands that may wait to be accepted; as many may start at the same moment.
  private static let backlog: Int32 = 512

  /// Connects to the agent; returns nil when none listens.
  package static func connect(_ path: String) throws(FileError) -> Int32? {
    let descriptor = try make(path)
    let code = try withAddress(path) { Glibc.connect(descriptor, $0, $1) == 0 ? 0 : errno }
    if code == 0 { return descriptor }
    close(descriptor)
    if code == ENOENT || code == ECONNREFUSED { return nil }
    throw .system("connect to the agent at", path, code: code)
  }

  /// Listens in the place of an agent that is gone.
  ///
  /// The caller holds the starting lock, and has found that nobody listens.
  package static func listen(_ path: String) throws(FileError) -> Int32 {
    let descriptor = try make(path)
    unlink(path)
    let code = try withAddress(path) { bind(descriptor, $0, $1) == 0 ? 0 : errno }
    guard code == 0, Glibc.listen(descriptor, backlog) == 0 else {
      let failure = code == 0 ? errno : code
      close(descriptor)
      throw .system("listen at", path, code: failure)
    }
    return descriptor
  }

  /// Runs `body` while no other process starts an agent for the same socket.
  package static func whileStarting<Value>(
    _ path: String, _ body: () throws(FileError) -> Value
  ) throws(FileError) -> Value {
    let lockPath = path + ".lock"
    let lock = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw .system("open the file", lockPath) }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .system("lock the file", lockPath) }
    }
    return try body()
  }

  private static func make(_ path: String) throws(FileError) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .system("make a socket for", path) }
    return descriptor
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(FileError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < capacity else { throw .system("use the path of", path, code: ENAMETOOLONG) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
