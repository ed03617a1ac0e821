import Glibc

/// The kernel's watches for a set of files, good for one change.
///
/// A file that is there is watched through its folder. Of a path that is not there yet, the deepest folder that exists
/// is watched for the next component alone; all folders above are watched for being moved or removed themselves.
final class FileWatches: Sendable {
  private let queue: Int32
  /// The names whose events count, by watch.
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

  /// Reads the events that have come, and returns whether one of them is about a watched file.
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
