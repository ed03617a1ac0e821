import Glibc
import Synchronization

/// A serial executor with a thread of its own, for an actor that blocks.
///
/// The thread ends when the executor is released.
package final class ThreadExecutor: SerialExecutor {
  private let queue = JobQueue()

  /// Starts the thread; `name`, of at most 15 bytes, is shown by `ps -L` and `top -H`.
  package init(name: String) {
    do throws(FileError) {
      try BlockingThread.start(for: name, name: name) { [queue] in queue.run() }
    } catch {
      preconditionFailure("\(error)")
    }
  }

  deinit {
    queue.append(nil)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    queue.append(Job(job: UnownedJob(job), executor: asUnownedSerialExecutor()))
  }

  package func checkIsolated() {
    precondition(queue.isOnThread, "not on the thread of the executor")
  }
}

/// A job and the executor it runs on.
private struct Job {
  let job: UnownedJob
  let executor: UnownedSerialExecutor
}

/// The jobs that wait for the thread; `nil` among them ends it.
///
/// Unchecked: the semaphore is made for use by many threads and stays at one address; everything else is in the mutex.
private final class JobQueue: @unchecked Sendable {
  private let available = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let state = Mutex<(jobs: [Job?], thread: pthread_t?)>(([], nil))

  init() {
    sem_init(available, 0, 0)
  }

  deinit {
    sem_destroy(available)
    available.deallocate()
  }

  var isOnThread: Bool {
    state.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  func append(_ job: Job?) {
    state.withLock { $0.jobs.append(job) }
    sem_post(available)
  }

  func run() {
    state.withLock { $0.thread = pthread_self() }
    while true {
      while sem_wait(available) != 0 {}
      guard let job = state.withLock({ $0.jobs.removeFirst() }) else { return }
      job.job.runSynchronously(on: job.executor)
    }
  }
}
