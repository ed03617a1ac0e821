import CPulse

/// A thread of its own on which libpulse's main loop and the actors pinned to it take turns.
///
/// An actor whose `unownedExecutor` is this loop calls libpulse without locks, and libpulse's callbacks are already
/// on the actor. The loop sleeps in `poll` while nothing happens, and ends with its last reference.
public final class PulseLoop: SerialExecutor {
  private let thread: LoopThread

  /// Starts the thread; fails with the reason when the system has no thread or descriptor left.
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
