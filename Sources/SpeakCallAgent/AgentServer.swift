import CProcess
@preconcurrency import Dispatch
import Glibc

/// Accepts the commands' connections on the agent's socket.
final class AgentServer: Sendable {
  /// Connections as they come; those of other users are turned away before.
  let connections: AsyncStream<Connection>

  private let stopping: @Sendable () -> Void

  /// Serves a listening socket, which it takes over.
  init(listening descriptor: Int32) {
    let (connections, arrivals) = AsyncStream<Connection>.makeStream()
    self.connections = connections
    let queue = DispatchQueue(label: "speakcall.agent")
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let counter = Counter()
    source.setEventHandler {
      let socket = accept(descriptor, nil, nil)
      guard socket >= 0 else { return }
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      guard Self.isOwn(socket) else {
        close(socket)
        return
      }
      arrivals.yield(Connection(descriptor: socket, number: counter.next(), queue: queue))
    }
    source.setCancelHandler {
      close(descriptor)
      arrivals.finish()
    }
    source.activate()
    stopping = { source.cancel() }
  }

  /// Takes no further connections.
  func stop() { stopping() }

  /// Counts connections; `@unchecked Sendable` because only the server's dispatch queue touches it.
  private final class Counter: @unchecked Sendable {
    private var value = 0
    func next() -> Int {
      value += 1
      return value
    }
  }

  private static func isOwn(_ socket: Int32) -> Bool {
    let peer = process_socket_peer(socket)
    return peer == Int(geteuid()) || peer == 0
  }
}
