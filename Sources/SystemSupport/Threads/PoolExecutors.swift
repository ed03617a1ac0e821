import Synchronization
@_spi(ExperimentalCustomExecutors) import _Concurrency

/// What Swift's runtime runs the agent's tasks on, instead of libdispatch.
///
/// libdispatch wakes up once a second for as long as the process lives, from the first task on, to look after its own
/// threads (`_dispatch_workq_monitor_pools`), and it cannot be told not to. Swift 6.3 takes other executors through
/// `ExecutorFactory`, which it does not count as public yet (a compiler that has changed it will say so); the older
/// hooks (`swift_task_enqueueGlobal_hook` and its like) are not enough, for `Task.sleep` passes them by.
package enum AgentExecutors: ExecutorFactory {
  private static let pool = Mutex<ThreadPool?>(nil)

  /// Nothing in the agent belongs to the main actor, whose thread waits for signals: this one ends the process with a
  /// message if something does.
  package static let mainExecutor: any MainExecutor = UnimplementedMainExecutor()

  package static var defaultExecutor: any TaskExecutor {
    guard let pool = pool.withLock(\.self) else { preconditionFailure("not installed") }
    return pool
  }

  /// Starts the threads; to be called before the first task and once.
  package static func install() throws(FileError) {
    let started = try ThreadPool()
    pool.withLock { $0 = started }
    _createExecutors(factory: Self.self)
  }
}
