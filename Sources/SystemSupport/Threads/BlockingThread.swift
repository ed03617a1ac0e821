import Glibc

/// Threads for work that waits in the kernel, which would hold up the threads of Swift's concurrency.
public enum BlockingThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a thread of its own, which ends with it; `user` names in the error what the thread is for.
  public static func start(for user: String, _ body: @escaping @Sendable () -> Void) throws(FileError) {
    let retained = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, startBlockingThread, retained.toOpaque())
    guard code == 0 else {
      retained.release()
      throw .system("start a thread", user, code: code)
    }
    pthread_detach(thread)
  }

  fileprivate static func run(_ body: UnsafeMutableRawPointer) {
    Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
  }
}

private func startBlockingThread(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let body { BlockingThread.run(body) }
  return nil
}
