import Glibc
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// The threads that run the agent's tasks and actors; they sleep until there is a job, or until a delayed one is due.
///
/// All tasks of the agent have one priority, so jobs run in their order. Time that the machine sleeps does not count
/// as a delay. The threads run to the end of the process.
///
/// Unchecked: everything that changes is touched under `mutex`; it and the conditions stay at one address.
final class ThreadPool: TaskExecutor, SchedulingExecutor, @unchecked Sendable {
  /// The one thread that waits for the time of the next delayed job.
  private enum Timekeeper { case nobody, waiting, called }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let work = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let time = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  private var jobs = JobLine()
  private var delayed = DelayedJobs()
  /// The threads that wait for a job and were not called yet.
  private var idle = 0
  /// The threads that were called and are not awake yet.
  private var called = 0
  private var timekeeper = Timekeeper.nobody

  /// Starts as many threads as there are processors, from two, so that one may wait for the disk, to four.
  convenience init() throws(FileError) {
    try self.init(threads: min(max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 4))
  }

  init(threads: Int) throws(FileError) {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(work, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(time, &attributes)
    pthread_condattr_destroy(&attributes)
    for _ in 0..<threads { try BlockingThread.start(for: "the agent's tasks") { self.run() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pthread_mutex_lock(mutex)
    jobs.append(job)
    unlockAndSignal(callThread())
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    guard let delay = clock.now.duration(to: instant) as? Duration else {
      preconditionFailure("\(C.self) does not count in seconds")
    }
    let job = UnownedJob(job)
    let moment = DelayedJobs.moment(after: delay)
    pthread_mutex_lock(mutex)
    let isFirst = delayed.insert(job, at: moment)
    unlockAndSignal(isFirst ? callTimekeeper() : nil)
  }

  private func run() {
    pthread_mutex_lock(mutex)
    while true {
      if let job = delayed.takeDue() ?? jobs.takeFirst() {
        // This thread may be the one that was waiting for the time.
        unlockAndSignal(timekeeper == .nobody && !delayed.isEmpty ? callThread() : nil)
        job.runSynchronously(on: Self.noActor)
        pthread_mutex_lock(mutex)
      } else if timekeeper == .nobody, var end = delayed.next {
        timekeeper = .waiting
        while timekeeper == .waiting, pthread_cond_timedwait(time, mutex, &end) == 0 {}
        timekeeper = .nobody
      } else {
        idle += 1
        while called == 0 { pthread_cond_wait(work, mutex) }
        called -= 1
      }
    }
  }

  /// Has one more thread look for something to do, if any waits; returns what to signal to it.
  private func callThread() -> UnsafeMutablePointer<pthread_cond_t>? {
    guard idle > 0 else { return timekeeper == .waiting ? callTimekeeper() : nil }
    idle -= 1
    called += 1
    return work
  }

  /// Has the time of the next delayed job looked at anew; returns what to signal.
  private func callTimekeeper() -> UnsafeMutablePointer<pthread_cond_t>? {
    guard timekeeper == .waiting else { return timekeeper == .nobody ? callThread() : nil }
    timekeeper = .called
    return time
  }

  /// Signals after the mutex is free, for whoever wakes up needs it.
  private func unlockAndSignal(_ condition: UnsafeMutablePointer<pthread_cond_t>?) {
    pthread_mutex_unlock(mutex)
    if let condition { pthread_cond_signal(condition) }
  }

  /// The executor of whatever belongs to no actor, which Swift's runtime writes as zeros; a job may then go on with an
  /// actor's work without another trip through the pool.
  private static let noActor = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
}
