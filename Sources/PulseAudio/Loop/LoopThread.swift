import CPulse
import Glibc
import Synchronization

/// The thread behind a ``PulseLoop``, which keeps itself alive until it has run its last job.
// Unchecked: `mainloop` is used on the thread alone, except for `pa_mainloop_wakeup`, which libpulse allows from any
// thread, and for freeing it in `deinit`, when nobody else is left.
final class LoopThread: @unchecked Sendable {
  private struct Inbox {
    var jobs: [(job: UnownedJob, executor: UnownedSerialExecutor)] = []
    var isEnding = false
  }

  let mainloop: OpaquePointer
  private let inbox = Mutex(Inbox())
  private let identifier = Atomic<pthread_t>(0)

  private init(mainloop: OpaquePointer) {
    self.mainloop = mainloop
  }

  deinit {
    pa_mainloop_free(mainloop)
  }

  static func start() throws(PulseError) -> LoopThread {
    guard let mainloop = pa_mainloop_new() else {
      throw .noResources(reason: "libpulse could not make a main loop: \(String(cString: strerror(errno)))")
    }
    let thread = LoopThread(mainloop: mainloop)
    let retained = Unmanaged.passRetained(thread)
    // Signals belong to the program's own threads; a new thread inherits the mask of its creator.
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var identifier = pthread_t()
    let status = pthread_create(&identifier, nil, runLoopThread, retained.toOpaque())
    guard status == 0 else {
      retained.release()
      throw .noResources(reason: "no thread for libpulse: \(String(cString: strerror(status)))")
    }
    pthread_detach(identifier)
    return thread
  }

  var isCurrent: Bool {
    identifier.load(ordering: .relaxed) == pthread_self()
  }

  func add(_ job: UnownedJob, for executor: UnownedSerialExecutor) {
    let isFirst = inbox.withLock { inbox in
      inbox.jobs.append((job, executor))
      return inbox.jobs.count == 1
    }
    if isFirst { wakeUp() }
  }

  func end() {
    inbox.withLock { $0.isEnding = true }
    wakeUp()
  }

  private func wakeUp() {
    if !isCurrent { pa_mainloop_wakeup(mainloop) }
  }

  fileprivate func run() {
    identifier.store(pthread_self(), ordering: .relaxed)
    while true {
      let jobs = inbox.withLock { inbox in
        defer { inbox.jobs = [] }
        return inbox.jobs
      }
      for (job, executor) in jobs { job.runSynchronously(on: executor) }
      if inbox.withLock({ $0.jobs.isEmpty && $0.isEnding }) { return }
      turn()
    }
  }

  /// Lets libpulse handle what has come in, or wait for it if there is nothing else to do.
  private func turn() {
    // `prepare` swallows the wake-ups that came before it, so the look at the inbox must come after it.
    var result = pa_mainloop_prepare(mainloop, -1)
    if inbox.withLock({ !$0.jobs.isEmpty || $0.isEnding }) { pa_mainloop_wakeup(mainloop) }
    if result >= 0 { result = pa_mainloop_poll(mainloop) }
    if result >= 0 { result = pa_mainloop_dispatch(mainloop) }
    precondition(result >= 0, "poll failed in libpulse's main loop: \(String(cString: strerror(errno)))")
  }
}

private func runLoopThread(_ userdata: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let userdata else { return nil }
  Unmanaged<LoopThread>.fromOpaque(userdata).takeRetainedValue().run()
  return nil
}
