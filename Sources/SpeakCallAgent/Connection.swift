import Glibc

/// One command's connection to the agent: lines in, lines out.
///
/// Neither direction blocks: a reader that does not keep up is cut off instead of slowing the speech, with the
/// line of ``setFarewell(_:)`` as the last one.
///
/// `@unchecked Sendable` because all mutable state is touched on the loop's thread only.
final class Connection: @unchecked Sendable {
  /// The longest line taken; a longer one ends the connection.
  static let longestLine = 8 << 20
  /// The most bytes that wait for a reader before it is cut off.
  private static let mostUnsent = 1 << 20

  /// The number of the connection, unique in this process.
  let number: Int
  /// The lines that came in, without their ends.
  let lines: AsyncStream<[UInt8]>

  private let descriptor: Int32
  private let loop: SocketLoop
  private let arrivals: AsyncStream<[UInt8]>.Continuation
  private var partial: [UInt8] = []
  private var unsent: [UInt8] = []
  private var isClosed = false
  private var closesWhenSent = false
  private var farewell: [UInt8]?

  /// Takes over a connected socket, which is closed with the connection; on the loop's thread only.
  init(descriptor: Int32, number: Int, loop: SocketLoop) {
    self.descriptor = descriptor
    self.number = number
    self.loop = loop
    (lines, arrivals) = AsyncStream.makeStream()
    loop.watch(descriptor, for: POLLIN) { [self] events in
      if events & Int16(POLLOUT) != 0 { flush() }
      // An end or an error of the socket shows when it is read.
      if events & ~Int16(POLLOUT) != 0 { receive() }
    }
  }

  /// Sends a line; `line` has no end of line of its own.
  func send(_ line: [UInt8]) {
    loop.perform {
      guard !self.isClosed, !self.closesWhenSent else { return }
      self.unsent += line
      self.unsent.append(0x0A)
      self.flush()
    }
  }

  /// Sets the last line for a reader that is cut off; it is sent behind the lines that wait.
  func setFarewell(_ line: [UInt8]) { loop.perform { self.farewell = line } }

  /// Closes the connection once everything sent has left.
  func finish() {
    loop.perform {
      self.closesWhenSent = true
      self.flush()
    }
  }

  private func receive() {
    if isClosed { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return close() }
    var rest = buffer[..<count]
    while let end = rest.firstIndex(of: 0x0A) {
      arrivals.yield(partial + rest[..<end])
      partial = []
      rest = rest[(end + 1)...]
    }
    partial += rest
    if partial.count > Self.longestLine { close() }
  }

  private func flush() {
    if isClosed { return }
    while !unsent.isEmpty {
      let count = Glibc.send(
        descriptor, unsent, unsent.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      if count > 0 {
        unsent.removeFirst(count)
      } else if errno == EAGAIN {
        if unsent.count > Self.mostUnsent, !closesWhenSent {
          guard let farewell else { return close() }
          unsent += farewell + [0x0A]
          closesWhenSent = true
        }
        return loop.await(POLLIN | POLLOUT, of: descriptor)
      } else if errno != EINTR {
        return close()
      }
    }
    loop.await(POLLIN, of: descriptor)
    if closesWhenSent { close() }
  }

  private func close() {
    guard !isClosed else { return }
    isClosed = true
    loop.close(descriptor)
    arrivals.finish()
  }
}
