import Glibc
import Synchronization
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// The threads that run the agent's tasks and actors; they sleep until there is a job, or until a delayed one is due.
///
/// All tasks of the agent have one priority, so jobs run in order of arrival. Delays do not include time for which the
/// machine is suspended. The threads run to the end of the process.
///
/// Unchecked: everything that changes is touched under `mutex`; it and the conditions stay at one address.
final class ThreadPool: TaskExecutor, SchedulingExecutor, @unchecked Sendable {
  /// The one thread that waits for the time of the next delayed job.
  private enum Timekeeper { case nobody, waiting, called }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let work = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let time = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  private var jobs = JobQueue()
  private var delayed = DelayedJobs()
  /// The number of threads that wait for a job and have not been called.
  private var idle = 0
  /// The number of threads that have been called and are not awake yet.
  private var called = 0
  private var timekeeper = Timekeeper.nobody

  /// Starts a thread per processor, but at least two, because one may wait for the disk, and at most four.
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
    for _ in 0..<threads { try BlockingThread.start(for: "the agent's tasks", name: "tasks") { self.run() } }
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
        job.runSynchronously(on: asUnownedTaskExecutor())
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

  /// Calls one more thread to look for work, if any waits; returns the condition to signal.
  private func callThread() -> UnsafeMutablePointer<pthread_cond_t>? {
    guard idle > 0 else { return timekeeper == .waiting ? callTimekeeper() : nil }
    idle -= 1
    called += 1
    return work
  }

  /// Calls the timekeeper, because the next delayed job has changed; returns the condition to signal.
  private func callTimekeeper() -> UnsafeMutablePointer<pthread_cond_t>? {
    guard timekeeper == .waiting else { return timekeeper == .nobody ? callThread() : nil }
    timekeeper = .called
    return time
  }

  /// Signals only after it has freed the mutex, which the woken thread needs.
  private func unlockAndSignal(_ condition: UnsafeMutablePointer<pthread_cond_t>?) {
    pthread_mutex_unlock(mutex)
    if let condition { pthread_cond_signal(condition) }
  }
}

/// Jobs in order of arrival.
private struct JobQueue {
  private var arriving: [UnownedJob] = []
  /// The oldest jobs, the first one last.
  private var leaving: [UnownedJob] = []

  mutating func append(_ job: UnownedJob) { arriving.append(job) }

  mutating func takeFirst() -> UnownedJob? {
    if leaving.isEmpty {
      swap(&arriving, &leaving)
      leaving.reverse()
    }
    return leaving.popLast()
  }
}

/// Jobs that are due later.
struct DelayedJobs {
  /// Sorted from the latest to the next; of those due at the same moment, the newest comes first.
  private var jobs: [(moment: Int64, job: UnownedJob)] = []

  var isEmpty: Bool { jobs.isEmpty }

  /// The moment at which the next job is due, by ``MonotonicClock``.
  var next: timespec? {
    jobs.last.map { timespec(tv_sec: Int($0.moment / 1_000_000_000), tv_nsec: Int($0.moment % 1_000_000_000)) }
  }

  /// Adds a job; returns a Boolean value that indicates whether it is the next one.
  mutating func insert(_ job: UnownedJob, at moment: Int64) -> Bool {
    let index = jobs.firstIndex { $0.moment <= moment } ?? jobs.endIndex
    jobs.insert((moment, job), at: index)
    return index == jobs.endIndex - 1
  }

  /// Removes and returns the next job if it is due.
  mutating func takeDue() -> UnownedJob? {
    guard let next = jobs.last, next.moment <= MonotonicClock.nanoseconds else { return nil }
    jobs.removeLast()
    return next.job
  }

  /// The nanosecond of ``MonotonicClock`` that comes `delay` from now.
  static func moment(after delay: Duration) -> Int64 {
    // At most thirty years, to keep the sum within bounds.
    let delay = min(max(.zero, delay), .seconds(1_000_000_000))
    let (seconds, attoseconds) = delay.components
    // Rounded up: a sleep must not end too soon.
    let fraction = (attoseconds + 999_999_999) / 1_000_000_000
    return MonotonicClock.nanoseconds + seconds * 1_000_000_000 + fraction
  }
}

/// The executors on which Swift's runtime runs the agent's tasks, instead of libdispatch.
///
/// After the first task, libdispatch wakes up once a second for the rest of the process's life to look after its own
/// threads (`_dispatch_workq_monitor_pools`); nothing turns this off. Swift 6.3 takes other executors through
/// `ExecutorFactory`, which is not public yet; a compiler that has changed it will refuse this file. Public means do not
/// suffice: `Task.sleep` reaches libdispatch from every executor, and so do `for await` and `Task.value` in an actor with
/// an executor of its own. The older hooks (`swift_task_enqueueGlobal_hook` and others) miss `Task.sleep` too.
package enum AgentExecutors: ExecutorFactory {
  private static let pool = Mutex<ThreadPool?>(nil)

  /// An executor that ends the process with a message: nothing in the agent belongs to the main actor, whose thread
  /// waits for signals.
  package static let mainExecutor: any MainExecutor = UnimplementedMainExecutor()

  /// The pool of threads.
  package static var defaultExecutor: any TaskExecutor {
    guard let pool = pool.withLock(\.self) else { preconditionFailure("not installed") }
    return pool
  }

  /// Starts the threads; call it once, before the first task.
  package static func install() throws(FileError) {
    let started = try ThreadPool()
    pool.withLock { $0 = started }
    _createExecutors(factory: Self.self)
  }
}
