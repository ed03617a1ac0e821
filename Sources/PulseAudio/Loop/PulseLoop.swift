import CPulse
import Glibc
import Synchronization
import SystemSupport

/// A thread on which libpulse's main loop and the actors pinned to it take turns.
///
/// An actor whose `unownedExecutor` is this loop calls libpulse without locks, and libpulse's callbacks are already
/// on the actor. The loop sleeps in `poll` while nothing happens, and ends with its last reference.
public final class PulseLoop: SerialExecutor {
  private let thread: LoopThread

  /// Starts the thread; throws ``PulseError/noResources(reason:)`` when the system has no thread or descriptor left.
  public init() throws(PulseError) {
    thread = try LoopThread.start()
  }

  deinit {
    thread.end()
  }

  /// Hands a job to the loop's thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    // The job may drop the last reference to this loop before `add` has returned.
    let thread = Unmanaged.passRetained(thread)
    thread._withUnsafeGuaranteedRef { $0.add(job, for: executor) }
    thread.release()
  }

  /// Stops the program unless the caller is on the loop's thread.
  public func checkIsolated() {
    precondition(thread.isCurrent, "not on the thread of this PulseLoop")
  }

  /// The functions through which libpulse adds its descriptors and timers to this loop.
  var mainloopAPI: UnsafeMutablePointer<pa_mainloop_api> {
    pa_mainloop_get_api(thread.mainloop)
  }
}

/// The thread behind a ``PulseLoop``, which stays alive until it has run its last job.
///
/// Unchecked: `mainloop` is used on the thread alone, except for `pa_mainloop_wakeup`, which libpulse allows from any
/// thread, and for freeing it in `deinit`, when nobody else is left.
private final class LoopThread: @unchecked Sendable {
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
    do throws(FileError) {
      try BlockingThread.start(for: "libpulse", name: "pulse") { thread.run() }
    } catch {
      throw .noResources(reason: error.description)
    }
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

  private func run() {
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

  /// Runs one turn of libpulse's loop, which waits in `poll` if there is nothing to do.
  private func turn() {
    // `prepare` swallows the wake-ups that came before it, so the look at the inbox must come after it.
    var result = pa_mainloop_prepare(mainloop, -1)
    if inbox.withLock({ !$0.jobs.isEmpty || $0.isEnding }) { pa_mainloop_wakeup(mainloop) }
    if result >= 0 { result = pa_mainloop_poll(mainloop) }
    if result >= 0 { result = pa_mainloop_dispatch(mainloop) }
    precondition(result >= 0, "poll failed in libpulse's main loop: \(String(cString: strerror(errno)))")
  }
}
