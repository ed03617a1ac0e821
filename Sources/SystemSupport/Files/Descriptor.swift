import Glibc

/// An open file, pipe or terminal that bytes are written to.
public struct Descriptor: Sendable {
  /// The number of it in this process.
  public let number: Int32

  /// Creates the representation of an open descriptor, which stays its owner's to close.
  public init(_ number: Int32) { self.number = number }

  /// Writes everything, waiting where the other side is slow, and returns `nil`, or the error number.
  public func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
