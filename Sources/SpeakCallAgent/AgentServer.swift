import CProcess
import Glibc
import SystemSupport

/// Accepts the commands' connections on the agent's socket.
final class AgentServer: Sendable {
  /// Connections as they come; those of other users are turned away before.
  let connections: AsyncStream<Connection>

  private let listening: Int32
  private let loop: SocketLoop
  private let arrivals: AsyncStream<Connection>.Continuation

  /// Serves a listening socket, which it takes over.
  init(listening descriptor: Int32) throws(FileError) {
    listening = descriptor
    loop = try SocketLoop()
    (connections, arrivals) = AsyncStream<Connection>.makeStream()
    loop.perform { [loop, arrivals] in
      var number = 0
      loop.watch(descriptor, for: POLLIN) { _ in
        guard let socket = Self.accept(descriptor) else { return }
        number += 1
        arrivals.yield(Connection(descriptor: socket, number: number, loop: loop))
      }
    }
  }

  /// Takes no further connections.
  func stop() {
    loop.perform { [loop, listening, arrivals] in
      loop.close(listening)
      arrivals.finish()
    }
  }

  private static func accept(_ listening: Int32) -> Int32? {
    let socket = Glibc.accept(listening, nil, nil)
    guard socket >= 0 else {
      // The caller goes on waiting, and would be asked for again and again, until a descriptor is free.
      if errno == EMFILE || errno == ENFILE { usleep(10_000) }
      return nil
    }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    guard isOwn(socket) else {
      close(socket)
      return nil
    }
    return socket
  }

  private static func isOwn(_ socket: Int32) -> Bool {
    let peer = process_socket_peer(socket)
    return peer == Int(geteuid()) || peer == 0
  }
}
