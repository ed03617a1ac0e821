import CProcess
import Glibc

/// A thread for work that waits in the kernel, which would block the threads of Swift's concurrency.
public enum BlockingThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a thread of its own, which ends with it.
  ///
  /// Signals stay with the threads that the program has chosen for them: the new thread blocks all but those that its
  /// own faults raise.
  ///
  /// - Parameters:
  ///   - user: The purpose of the thread, for the error.
  ///   - name: The name that `ps -L` and `top -H` show, of at most 15 bytes.
  public static func start(
    for user: String, name: String? = nil, _ body: @escaping @Sendable () -> Void
  ) throws(FileError) {
    let retained = Unmanaged.passRetained(Body(body))
    var blocked = sigset_t()
    sigfillset(&blocked)
    for fault in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { sigdelset(&blocked, fault) }
    // A new thread inherits the mask of its creator.
    var previous = sigset_t()
    pthread_sigmask(SIG_SETMASK, &blocked, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, runBody, retained.toOpaque())
    guard code == 0 else {
      retained.release()
      throw .system("start a thread", user, code: code)
    }
    if let name { pthread_setname_np(thread, name) }
    pthread_detach(thread)
  }

  fileprivate static func run(_ body: UnsafeMutableRawPointer) {
    Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
  }
}

private func runBody(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let body { BlockingThread.run(body) }
  return nil
}
