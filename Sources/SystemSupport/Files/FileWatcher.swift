import Glibc
import Synchronization

/// An object that reports changes to a set of files: one has appeared, changed or gone.
///
/// The files and their folders need not exist. One thread waits in the kernel and uses no time while nothing happens.
/// The reader of ``changes`` looks at the files again after each element; several changes in quick succession may come
/// as one. The watch ends with the watcher's life.
public final class FileWatcher: Sendable {
  private final class Failure: Sendable {
    let error = Mutex<FileError?>(nil)
  }

  /// An element after each change; ends with the watcher, or with its ``failure``.
  public let changes: AsyncStream<Void>
  private let end: WakeSignal
  private let failed = Failure()

  /// The reason why ``changes`` has ended, when the kernel refused to watch any longer.
  public var failure: FileError? { failed.error.withLock(\.self) }

  /// Starts to watch files given by their absolute paths.
  public init(files: [String]) throws(FileError) {
    let end = try WakeSignal(for: "a file watcher")
    let watches = try FileWatches(files: files)
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.end = end
    self.changes = changes
    continuation.onTermination = { _ in end.signal() }
    try BlockingThread.start(for: "a file watcher", name: "files") { [failed] in
      var watches = watches
      while watches.waitForChange(orEnd: end) {
        do throws(FileError) {
          // Armed again before the reader looks: no change can fall between.
          watches = try FileWatches(files: files)
        } catch {
          failed.error.withLock { $0 = error }
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

/// The kernel's watches for a set of files, good for one change.
///
/// A file that is there is watched through its folder. Of a path that is not there yet, the deepest folder that exists
/// is watched for the next component alone; all folders above are watched for being moved or removed themselves.
final class FileWatches: Sendable {
  private let queue: Int32
  /// The names of the watched files, by watch.
  private let names: [Int32: Set<String>]

  init(files: [String]) throws(FileError) {
    let queue = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard queue >= 0 else { throw .system("watch files", files.joined(separator: ", ")) }
    var arming = FileWatchArming(queue: queue)
    do throws(FileError) {
      for file in files { try arming.watch(file) }
    } catch {
      close(queue)
      throw error
    }
    self.queue = queue
    names = arming.names
  }

  deinit { close(queue) }

  /// Blocks until a watched file may have changed, and returns `true`; returns `false` when `end` was signalled.
  func waitForChange(orEnd end: WakeSignal) -> Bool {
    while true {
      var ready = [queue, end.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&ready, 2, -1) > 0 else { continue }
      if ready[1].revents != 0 { return false }
      if hasRelevantEvent() { return true }
    }
  }

  /// Reads the events that have come; returns a Boolean value that indicates whether one is about a watched file.
  func hasRelevantEvent() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(queue, &buffer, buffer.count)
    guard count > 0 else { return false }
    return buffer.withUnsafeBytes { bytes in
      let header = MemoryLayout<inotify_event>.size
      var offset = 0
      while offset + header <= count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let name = bytes[(offset + header)..<(offset + header + Int(event.len))].prefix { $0 != 0 }
        // Without a name the event is about the watched folder itself, or about lost events.
        if name.isEmpty || names[event.wd]?.contains(String(decoding: name, as: UTF8.self)) == true { return true }
        offset += header + Int(event.len)
      }
      return false
    }
  }
}

/// Adds watches to a kernel queue, one file after the other.
private struct FileWatchArming {
  private static let moved = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
  private static let appeared = UInt32(IN_CREATE | IN_MOVED_TO)
  private static let changed =
    appeared | UInt32(IN_MOVED_FROM | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)

  let queue: Int32
  /// The names of the watched files, by watch.
  private(set) var names: [Int32: Set<String>] = [:]

  init(queue: Int32) {
    self.queue = queue
  }

  mutating func watch(_ file: String) throws(FileError) {
    let components = file.split(separator: "/").map(String.init)
    var folder = "/"
    _ = try add(Self.moved, to: folder)
    for component in components.dropLast() {
      let child = (folder == "/" ? "" : folder) + "/" + component
      if try !add(Self.moved, to: child) {
        _ = try add(Self.appeared, to: folder, for: component)
        // First the watch, then another look: a folder that appears in between is not missed.
        guard try add(Self.moved, to: child) else { return }
      }
      folder = child
    }
    if let name = components.last { _ = try add(Self.changed, to: folder, for: name) }
  }

  /// Adds events to the watch of a folder; returns a Boolean value that indicates whether the folder exists.
  private mutating func add(_ events: UInt32, to folder: String, for name: String? = nil) throws(FileError) -> Bool {
    let watch = inotify_add_watch(queue, folder, events | UInt32(IN_MASK_ADD) | UInt32(IN_ONLYDIR))
    guard watch >= 0 else {
      // The user may pass but not list some folders, such as /home: go on without them.
      if errno == EACCES { return true }
      if [ENOENT, ENOTDIR].contains(errno) { return false }
      throw .system("watch the folder", folder)
    }
    if let name { names[watch, default: []].insert(name) }
    return true
  }
}
