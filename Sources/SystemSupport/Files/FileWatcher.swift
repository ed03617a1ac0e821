import Glibc

/// A watcher of a set of files, which tells that one of them has appeared, changed or gone.
///
/// The files and their folders need not exist. One thread waits in the kernel and uses no time while nothing happens.
/// Whoever reads ``changes`` looks at the files anew after each element; several changes in quick succession may come
/// as one. The watch ends with the watcher's life.
public final class FileWatcher: Sendable {
  /// An element after each change; ends with the watcher, or when the kernel refuses to watch any longer.
  public let changes: AsyncStream<Void>
  private let end: WakeSignal

  /// Starts to watch files given by their absolute paths.
  public init(files: [String]) throws(FileError) {
    let end = try WakeSignal(for: "a file watcher")
    let watches = try FileWatches(files: files)
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.end = end
    self.changes = changes
    continuation.onTermination = { _ in end.signal() }
    try BlockingThread.start(for: "a file watcher") {
      var watches = watches
      while watches.waitForChange(orEnd: end) {
        do throws(FileError) {
          // Armed again before the reader looks, so that no change can fall between.
          watches = try FileWatches(files: files)
        } catch {
          continuation.yield()
          break
        }
        continuation.yield()
      }
      continuation.finish()
    }
  }

  deinit { end.signal() }
}
