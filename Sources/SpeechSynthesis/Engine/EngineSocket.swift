import Glibc

/// The engine's end of the socket.
final class EngineSocket {
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: EngineRequest.longestText + 4096)

  /// Returns `nil` if the descriptor is no socket, as when somebody types the command.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    self.descriptor = descriptor
  }

  /// Waits for a request; returns `nil` when the other end is closed or sends what is none.
  func receive() -> EngineRequest? {
    var count: Int
    repeat {
      count = recv(descriptor, &buffer, buffer.count, 0)
    } while count < 0 && errno == EINTR
    guard count > 0 else { return nil }
    do {
      return try EngineRequest(buffer[..<count])
    } catch {
      return nil
    }
  }

  /// Sends a reply, waiting for room.
  ///
  /// - Parameter unlessRequested: Whether a request that arrives makes the reply superfluous.
  /// - Returns: `false` if it was not sent.
  @discardableResult
  func send(_ reply: EngineReply, unlessRequested: Bool = false) -> Bool {
    let bytes = reply.bytes
    while true {
      let awaited = Int16(POLLOUT) | (unlessRequested ? Int16(POLLIN) : 0)
      var event = pollfd(fd: descriptor, events: awaited, revents: 0)
      guard poll(&event, 1, -1) >= 0 || errno == EINTR else { return false }
      if event.revents & ~Int16(POLLOUT) != 0 { return false }
      guard event.revents != 0 else { continue }
      let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      if count == bytes.count { return true }
      guard errno == EAGAIN || errno == EINTR else { return false }
    }
  }
}
