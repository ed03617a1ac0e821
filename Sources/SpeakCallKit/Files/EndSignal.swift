import Glibc

/// A signal to a thread that waits in `poll`: a descriptor that becomes readable for good.
final class EndSignal: Sendable {
  /// The descriptor to wait for.
  let descriptor: Int32
  private let writer: Int32

  init() throws(FileError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system("make a socket pair", "a file watcher") }
    (descriptor, writer) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  func signal() {
    var byte: UInt8 = 0
    // Fails only when the socket is full, and then the descriptor is readable already.
    _ = send(writer, &byte, 1, Int32(MSG_NOSIGNAL))
  }
}
