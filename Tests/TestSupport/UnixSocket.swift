import Glibc

/// Unix sockets by their path.
public enum UnixSocket {
  /// A Boolean value that indicates whether somebody accepts connections at `path`.
  public static func answers(at path: String) -> Bool {
    guard let (file, address) = open(path) else { return false }
    defer { close(file) }
    return withGeneric(address) { connect(file, $0, $1) } == 0
  }

  /// A socket at `path` on which connections are made but never answered; close it after use.
  public static func listenSilently(at path: String) throws -> Int32 {
    guard let (file, address) = open(path), withGeneric(address, { bind(file, $0, $1) }) == 0, listen(file, 8) == 0
    else { throw SupportError("cannot listen at \(path): \(String(cString: strerror(errno)))") }
    return file
  }

  private static func open(_ path: String) -> (file: Int32, address: sockaddr_un)? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    return file < 0 ? nil : (file, address)
  }

  private static func withGeneric<Result>(
    _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
