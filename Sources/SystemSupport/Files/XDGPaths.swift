import Glibc

/// The places of the user's files, as the XDG Base Directory Specification lays them out.
public struct XDGPaths: Sendable, Equatable {
  /// The folder of the user's decisions, which all instances share: permission, settings, phrases.
  public let configuration: String
  /// The folder of the state of this instance of the agent.
  public let state: String
  /// The folder of the agents' sockets, which only its owner may enter.
  public let runtime: String
  /// The name of the instance from `SPEAKCALL_INSTANCE`; `nil` for the default one.
  public let instance: String?
  /// The system's folder for the runtime files of this user; `nil` without `XDG_RUNTIME_DIR`.
  private let systemRuntime: String?
  private let user: uid_t

  /// Creates the paths from the environment; ignores variables that hold no absolute path, as the specification asks.
  public init(environment: [String: String], user: uid_t = geteuid()) throws(PathError) {
    func folder(_ variable: String) -> String? {
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    func folder(_ variable: String, inHome place: String) throws(PathError) -> String {
      if let folder = folder(variable) { return "\(folder)/speakcall" }
      guard let home = folder("HOME") ?? Self.homeFromAccount(of: user) else { throw .noHome(user: user) }
      return "\(home)/\(place)/speakcall"
    }
    instance = try Self.instance(environment["SPEAKCALL_INSTANCE"])
    configuration = try folder("XDG_CONFIG_HOME", inHome: ".config")
    let state = try folder("XDG_STATE_HOME", inHome: ".local/state")
    self.state = instance.map { "\(state)/instance_\($0)" } ?? state
    systemRuntime = folder("XDG_RUNTIME_DIR")
    runtime = systemRuntime.map { $0 + "/speakcall" } ?? "/tmp/speakcall-\(user)"
    self.user = user
  }

  /// Returns the state folders of all instances that ever ran.
  public func allStates() throws(FileError) -> [String] {
    let base = instance == nil ? state : String(state.dropLast("/instance_".count + (instance?.count ?? 0)))
    guard let folder = opendir(base) else {
      guard errno == ENOENT else { throw .system("open the folder", base) }
      return []
    }
    defer { closedir(folder) }
    var states = [base]
    while let entry = readdir(folder) {
      let name = entry.name
      if name.hasPrefix("instance_") { states.append("\(base)/\(name)") }
    }
    return states
  }

  /// The socket of this instance's agent.
  public var socket: String {
    "\(runtime)/agent\(instance.map { "_\($0)" } ?? "").socket"
  }

  /// The log file of this instance's agent.
  public var log: String { "\(state)/agent.log" }

  /// Creates the folder of the sockets where it is missing, and checks that only the user may enter it.
  public func prepareRuntime() throws(FileError) {
    if let systemRuntime, try OwnFolder.open(systemRuntime, for: user) == nil {
      throw .system("open the folder of XDG_RUNTIME_DIR", systemRuntime, code: ENOENT)
    }
    _ = try OwnFolder.make(runtime, for: user, access: .ownerOnly)
  }

  private static func homeFromAccount(of user: uid_t) -> String? {
    var account = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(user, &account, &buffer, buffer.count, &found) == 0, let home = found?.pointee.pw_dir else {
      return nil
    }
    return String(cString: home)
  }

  private static func instance(_ name: String?) throws(PathError) -> String? {
    guard let name, !name.isEmpty else { return nil }
    let isValid =
      name.utf8.count <= 32
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
    guard isValid else { throw .badInstance(name) }
    return name
  }
}

/// An error that is thrown when the user's files have no place.
public enum PathError: Error, Sendable, Equatable, CustomStringConvertible {
  /// `SPEAKCALL_INSTANCE` is not a valid name for an instance.
  case badInstance(String)
  /// `HOME` is unset and the user has no account.
  case noHome(user: UInt32)

  /// One phrase with the variable and its value.
  public var description: String {
    switch self {
    case .badInstance(let name):
      "SPEAKCALL_INSTANCE is '\(name)', but takes 1 to 32 of the characters A-Z, a-z, 0-9, '_' and '-'"
    case .noHome(let user): "HOME is not set, and user \(user) has no account with a home folder"
    }
  }
}
