import Glibc

/// The adding of watches to a kernel queue, one file after the other.
struct FileWatchArming {
  private static let moved = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
  private static let appeared = UInt32(IN_CREATE | IN_MOVED_TO)
  private static let changed =
    appeared | UInt32(IN_MOVED_FROM | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)

  let queue: Int32
  /// The names whose events count, by watch.
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
        // First the watch, then another look: a folder that has appeared between is not missed.
        guard try add(Self.moved, to: child) else { return }
      }
      folder = child
    }
    if let name = components.last { _ = try add(Self.changed, to: folder, for: name) }
  }

  /// Adds events to the watch of a folder; returns whether the folder is there.
  private mutating func add(_ events: UInt32, to folder: String, for name: String? = nil) throws(FileError) -> Bool {
    let watch = inotify_add_watch(queue, folder, events | UInt32(IN_MASK_ADD) | UInt32(IN_ONLYDIR))
    guard watch >= 0 else {
      // A folder that the user may pass but not list, as /home can be, is no reason to stop.
      if errno == EACCES { return true }
      if [ENOENT, ENOTDIR].contains(errno) { return false }
      throw .system("watch the folder", folder)
    }
    if let name { names[watch, default: []].insert(name) }
    return true
  }
}
