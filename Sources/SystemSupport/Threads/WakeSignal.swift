import Glibc

/// A signal to a thread that waits in `poll`: a descriptor that stays readable until the signal is cleared.
public final class WakeSignal: Sendable {
  /// The descriptor to wait for.
  public let descriptor: Int32
  private let writer: Int32

  /// Creates a signal for what `user` names, as the error does when the system has no descriptor left.
  public init(for user: String) throws(FileError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system("make a socket pair", user) }
    (descriptor, writer) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  /// Makes the descriptor readable.
  public func signal() {
    var byte: UInt8 = 0
    // Fails only when the socket is full, and then the descriptor is readable already.
    _ = send(writer, &byte, 1, Int32(MSG_NOSIGNAL))
  }

  /// Makes the descriptor unreadable until it is signalled again.
  public func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while recv(descriptor, &bytes, bytes.count, 0) > 0 {}
  }
}
