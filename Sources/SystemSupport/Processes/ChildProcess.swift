import CProcess
import Glibc

/// Starts this program again, as a process with a duty of its own.
public enum ChildProcess {
  /// The path of this program, valid even after an upgrade has replaced its file.
  public static let thisProgram = "/proc/self/exe"

  /// The distance of a child from its parent.
  public enum Detachment: Sendable {
    /// In a process group of its own, out of reach of Ctrl-C in the parent's terminal.
    case processGroup
    /// In a session of its own, in the root folder, with standard error in a log file; it outlives its parent.
    case session(log: String)
  }

  /// Starts a program with a socket as its standard input.
  ///
  /// It inherits no other descriptor but, in a process group, standard error, and has the default reaction to each
  /// signal.
  public static func start(
    _ arguments: [String], executable: String = thisProgram, environment: [String: String] = Environment.current,
    socket: Int32, _ detachment: Detachment
  ) throws(FileError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    if case .session(let log) = detachment {
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, flags, 0o600)
      posix_spawn_file_actions_addchdir_np(&actions, "/")
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let group =
      switch detachment {
      case .processGroup: POSIX_SPAWN_SETPGROUP
      case .session: process_spawn_in_session()
      }
    posix_spawnattr_setflags(&attributes, Int16(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let words = strings(["speakcall"] + arguments)
    let variables = strings(environment.map { "\($0.key)=\($0.value)" })
    defer { (words + variables).forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, executable, &actions, &attributes, words, variables)
    guard code == 0 else { throw .system("start the process", executable, code: code) }
    return process
  }

  /// Returns the way in which a process ended, from the status of `waitpid`.
  package static func describe(_ status: Int32) -> String {
    let signal = status & 0x7F
    return signal == 0 ? "status \((status >> 8) & 0xFF)" : String(cString: strsignal(signal))
  }

  /// Copies strings into the form that C wants; the caller frees them.
  private static func strings(_ values: [String]) -> [UnsafeMutablePointer<CChar>?] {
    values.map { strdup($0) } + [nil]
  }
}

/// The environment of a process.
public enum Environment {
  /// The variables of this process.
  ///
  /// Nothing in this program changes them after its start.
  public static var current: [String: String] {
    var variables: [String: String] = [:]
    guard var next = process_environment() else { return variables }
    while let entry = next.pointee {
      if let sign = strchr(entry, CInt(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: entry, count: sign - entry)
        variables[String(decoding: name, as: UTF8.self)] = String(cString: sign + 1)
      }
      next += 1
    }
    return variables
  }
}
