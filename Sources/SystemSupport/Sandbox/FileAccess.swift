import CProcess
import Glibc

/// The rights that Landlock leaves to a process over files, the network and other processes: to read one folder.
enum FileAccess {
  /// Confines this process and its children to reading the files below a folder; returns 0 or the error number.
  ///
  /// Open files stay open. Each kernel forbids everything that it knows of: version 1 all use of files but their truncation,
  /// 4 TCP, 6 signals to other processes and abstract Unix sockets.
  static func confine(toReading folder: String) -> Int32 {
    let version = process_landlock_version()
    guard version > 0 else { return errno }
    var rights = process_landlock_rights(
      files: fileRights(version), network: version >= 4 ? 0b11 : 0, scopes: version >= 6 ? 0b11 : 0)
    let rules = Int32(process_landlock_create(&rights))
    guard rules >= 0 else { return errno }
    defer { close(rules) }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    var rule = process_landlock_folder(allowed: readFile | readFolder, descriptor: descriptor)
    guard process_landlock_allow(rules, &rule) == 0, process_landlock_enter(rules) == 0 else { return errno }
    return 0
  }

  /// `LANDLOCK_ACCESS_FS_READ_FILE` and `_READ_DIR`.
  private static let readFile: UInt64 = 1 << 2
  private static let readFolder: UInt64 = 1 << 3

  /// All `LANDLOCK_ACCESS_FS_` rights that a version knows: 13 in the first, then `REFER`, `TRUNCATE`, `IOCTL_DEV`.
  private static func fileRights(_ version: Int) -> UInt64 {
    switch version {
    case 1: 1 << 13 - 1
    case 2: 1 << 14 - 1
    case 3, 4: 1 << 15 - 1
    default: 1 << 16 - 1
    }
  }
}
