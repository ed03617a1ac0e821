import Glibc
import Synchronization

/// A child process that dies with this one, however this one ends.
///
/// A small shell stands between: it kills the child when its standard input, whose other end is held here, is closed.
public final class SupervisedProcess: Sendable {
  private struct State {
    var supervisor: pid_t
    var leash: Int32
    var status: Int32?
  }

  private static let script = """
    exec 3<&0
    "$@" 3<&- & child=$!
    (read -r _ <&3; kill -KILL $child) 2>/dev/null & reader=$!
    wait $child; status=$?
    kill $reader 2>/dev/null
    exit $status
    """

  private let state: Mutex<State>

  /// Starts `command`; its output goes to `output` and `errors`, files that are made new or cut to nothing.
  public init(_ command: [String], environment: [String: String], output: String, errors: String? = nil) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw SupportError("socketpair: \(String(cString: strerror(errno)))")
    }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    if let errors {
      posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    // The threads of Swift's pool block all signals, and a child inherits that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)

    let arguments = (["/bin/sh", "-c", Self.script, "sh"] + command).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var supervisor = pid_t()
    let result = posix_spawn(&supervisor, "/bin/sh", &actions, &attributes, arguments, variables)
    guard result == 0 else {
      close(ends[1])
      throw SupportError("cannot start \(command[0]): \(String(cString: strerror(result)))")
    }
    state = Mutex(State(supervisor: supervisor, leash: ends[1]))
  }

  deinit {
    kill()
  }

  /// Kills the child, if it still runs, and waits until it is gone.
  public func kill() {
    state.withLock { state in
      guard state.status == nil else { return }
      // First, and one by one: what was frozen must not go on for a moment, and answer, before it dies.
      for child in Self.children(of: state.supervisor) { Glibc.kill(child, SIGKILL) }
      Glibc.kill(state.supervisor, SIGCONT)
      close(state.leash)
      state.leash = -1
      Self.reap(&state, options: 0)
    }
  }

  /// Sends a signal to the child and its supervisor.
  public func signal(_ number: Int32) {
    state.withLock { _ = Glibc.kill(-$0.supervisor, number) }
  }

  /// A Boolean value that indicates whether the child has not ended yet.
  public var isRunning: Bool {
    state.withLock { state in
      if state.status == nil { Self.reap(&state, options: WNOHANG) }
      return state.status == nil
    }
  }

  /// Waits until the child has ended by itself; returns its exit status.
  public func waitUntilExit() -> Int32 {
    state.withLock { state in
      if state.status == nil { Self.reap(&state, options: 0) }
      return state.status ?? -1
    }
  }

  private static func children(of process: pid_t) -> [pid_t] {
    guard let file = fopen("/proc/\(process)/task/\(process)/children", "r") else { return [] }
    defer { fclose(file) }
    var text = [UInt8](repeating: 0, count: 4096)
    let count = fread(&text, 1, text.count, file)
    return String(decoding: text.prefix(count), as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
  }

  private static func reap(_ state: inout State, options: Int32) {
    var status: Int32 = 0
    var result: pid_t
    repeat { result = waitpid(state.supervisor, &status, options) } while result < 0 && errno == EINTR
    guard result == state.supervisor else { return }
    state.status = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    if state.leash >= 0 { close(state.leash) }
    state.leash = -1
  }
}
