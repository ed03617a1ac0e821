import CEspeakNG
import Glibc
import SystemSupport

/// The voices of espeak-ng as they are installed.
enum VoiceInstallation {
  /// The folder of the voices and dictionaries, which are opened when they are needed; the library has to be initialized.
  static var dataFolder: String {
    var path: UnsafePointer<CChar>?
    espeak_Info(&path)
    return path.map { String(cString: $0) } ?? ""
  }

  /// A text that is another one after a voice, a dictionary or the library was changed: a file comes into its folder, or
  /// is replaced there, by a change of the folder.
  static func stamp(of folder: String) -> String {
    let groups = ["lang", "voices"].map { "\(folder)/\($0)" }
    let folders = [folder] + groups + groups.flatMap(folders)
    let library = espeak_Info(nil).map { String(cString: $0) } ?? ""
    return ([Version.current, library] + folders.sorted().map(change)).joined(separator: "\n")
  }

  private static func folders(in folder: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var folders: [String] = []
    while let entry = readdir(entries) {
      if entry.pointee.d_type == UInt8(DT_DIR), !entry.name.hasPrefix(".") { folders.append("\(folder)/\(entry.name)") }
    }
    return folders
  }

  private static func change(_ path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "\(path) -" }
    return "\(path) \(status.st_ino) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
