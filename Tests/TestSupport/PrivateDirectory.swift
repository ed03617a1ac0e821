import Glibc

/// A temporary folder with homes and sockets of its own, removed with its last reference.
public final class PrivateDirectory: Sendable {
  /// The folder's path.
  public let path: String

  /// Makes the folder and, in it, `home` and the runtime folder `rt`.
  public init() throws {
    var template = Array("/tmp/speakcall-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SupportError("mkdtemp: \(String(cString: strerror(errno)))") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for name in ["home", "rt", "rt/pulse"] { mkdir("\(path)/\(name)", 0o700) }
  }

  deinit {
    let removal = try? SupervisedProcess(["rm", "-rf", path], environment: [:], output: "/dev/null")
    _ = removal?.waitUntilExit()
  }

  /// An environment in which programs find only what is in this folder.
  public var environment: [String: String] {
    var path = "/usr/local/bin:/usr/bin:/bin"
    if let own = getenv("PATH") { path = String(cString: own) }
    return [
      "PATH": path, "LANG": "C.UTF-8", "HOME": "\(self.path)/home", "XDG_RUNTIME_DIR": "\(self.path)/rt",
      "XDG_CONFIG_HOME": "\(self.path)/home/.config", "XDG_STATE_HOME": "\(self.path)/home/.local/state",
      "XDG_DATA_HOME": "\(self.path)/home/.local/share", "XDG_CACHE_HOME": "\(self.path)/home/.cache",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(self.path)/rt/bus",
    ]
  }

  /// Writes a file, and the folders that lead to it.
  public func write(_ text: String, to name: String) throws {
    let parts = name.split(separator: "/").dropLast()
    for count in parts.indices {
      mkdir("\(path)/\(parts[...count].joined(separator: "/"))", 0o700)
    }
    guard let file = fopen("\(path)/\(name)", "w") else { throw SupportError("cannot write \(path)/\(name)") }
    fputs(text, file)
    fclose(file)
  }
}
