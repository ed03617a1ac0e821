import Glibc
import Synchronization
import SystemSupport

/// The thread that waits for all of the agent's sockets and does all work on them.
///
/// It calls `poll` itself: libdispatch's sources lose track of a descriptor that is closed and opened again in quick
/// succession, and end the process ("Source finalized twice"; swift-corelibs-libdispatch 833, 949). It runs to the end
/// of the process.
///
/// Unchecked: `watches` is used on the thread only.
final class SocketLoop: @unchecked Sendable {
  /// Reacts to the events of `poll` on a socket.
  typealias Handler = (_ events: Int16) -> Void

  private struct Watch {
    var events: Int16
    let handler: Handler
  }

  private var watches: [Int32: Watch] = [:]
  private let jobs = Mutex<[@Sendable () -> Void]>([])
  private let wake: WakeSignal

  init() throws(FileError) {
    wake = try WakeSignal(for: "the agent's sockets")
    try BlockingThread.start(for: "the agent's sockets", name: "sockets") { [self] in
      while true { turn() }
    }
  }

  /// Runs `job` on the thread, after the jobs that were handed over before it.
  func perform(_ job: @escaping @Sendable () -> Void) {
    let isFirst = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    if isFirst { wake.signal() }
  }

  /// Calls `handler` while one of the events, or an end or error of the socket, is pending; on the thread only.
  func watch(_ descriptor: Int32, for events: Int32, _ handler: @escaping Handler) {
    watches[descriptor] = Watch(events: Int16(events), handler: handler)
  }

  /// Waits for other events of a socket that is watched; on the thread only.
  func await(_ events: Int32, of descriptor: Int32) {
    watches[descriptor]?.events = Int16(events)
  }

  /// Stops watching a socket, and closes it; on the thread only.
  func close(_ descriptor: Int32) {
    watches[descriptor] = nil
    Glibc.close(descriptor)
  }

  private func turn() {
    var sockets = watches.map { pollfd(fd: $0.key, events: $0.value.events, revents: 0) }
    sockets.append(pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0))
    guard poll(&sockets, nfds_t(sockets.count), -1) > 0 else { return }
    // The number of a socket that was closed meanwhile may belong to a new one, which then finds nothing to do.
    for socket in sockets where socket.revents != 0 { watches[socket.fd]?.handler(socket.revents) }
    wake.clear()
    let jobs = jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in jobs { job() }
  }
}
