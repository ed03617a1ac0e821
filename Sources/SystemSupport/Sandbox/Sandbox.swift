import CProcess
import Glibc

/// The bounds of a process that reads untrusted text, and of its children.
///
/// The engine enters it once, after it has opened and allocated what it needs; each of its copies narrows it.
package enum Sandbox {
  /// Bytes of address space beyond what the process has when it enters.
  ///
  /// 64 KiB of the oddest text take the engine 2 MB.
  package static let memory = 256 << 20

  /// Open descriptors: the standard ones, the socket, the pair to a copy and the few files that are read at a time.
  private static let descriptors = 16

  /// The length to which files may be written: none can be opened, but standard error may be the agent's log.
  private static let fileLength = 1 << 20

  /// CPU time that a copy may spend from one piece of sound to the next; it needs a hundredth.
  private static let millisecondsOfComputing = 300

  /// Gives up everything but memory within ``memory``, reading below a folder, and the descriptors that are open.
  ///
  /// - Returns: What the kernel cannot enforce, with the reason; empty if it enforces everything.
  package static func enter(readable folder: String) throws(SandboxError) -> [String] {
    // Loads libseccomp, while its file can still be read.
    let filter = SystemCallFilter.engine()
    // Beyond the limit a write fails; without this it would kill.
    signal(SIGXFSZ, SIG_IGN)
    try check(process_refuse_new_privileges(), "refuse new privileges")
    try limit(RLIMIT_AS, to: usedMemory() + memory)
    try limit(RLIMIT_NOFILE, to: descriptors)
    try limit(RLIMIT_FSIZE, to: fileLength)
    // 1 keeps the text also from a program that takes crash reports; with 0 the kernel would start it.
    try limit(RLIMIT_CORE, to: 1)
    let missing = [
      ("Landlock", FileAccess.confine(toReading: folder)), ("seccomp", filter.install()),
    ]
    return missing.filter { $0.1 != 0 }.map { "\($0.0): \(String(cString: strerror($0.1)))" }
  }

  /// Narrows the bounds of a copy before it reads a text: no copies, no signals to others, a limit on its computing.
  ///
  /// - Parameter seconds: CPU time that the copy may spend in all.
  package static func narrow(seconds: Int) throws(SandboxError) {
    try limit(RLIMIT_CPU, to: seconds)
    try check(process_alarm_after_computing(millisecondsOfComputing), "set a timer")
    // Where the kernel has no seccomp, `enter` has reported it.
    _ = SystemCallFilter.copy(process: getpid()).install()
  }

  /// Restarts the timer that ends the copy by `SIGPROF` after 300 ms of computing.
  package static func renewComputing() {
    _ = process_alarm_after_computing(millisecondsOfComputing)
  }

  private static func limit(_ resource: __rlimit_resource, to value: Int) throws(SandboxError) {
    let number = Int32(resource.rawValue)
    let bound = min(rlim_t(value), process_hard_limit(number))
    try check(process_limit(number, bound, bound), "set a limit")
  }

  /// The first number in `/proc/self/statm` is the address space in pages.
  private static func usedMemory() throws(SandboxError) -> Int {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = read(file, &text, text.count)
    try check(count > 0 ? 0 : -1, "read /proc/self/statm")
    let pages = text.prefix(count).prefix { $0 != UInt8(ascii: " ") }
    return (Int(String(decoding: pages, as: UTF8.self)) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }

  private static func check(_ status: Int32, _ attempt: String) throws(SandboxError) {
    if status != 0 { throw SandboxError(attempt: attempt, reason: String(cString: strerror(errno))) }
  }
}

/// An error that is thrown when a bound that every kernel has cannot be set.
package struct SandboxError: Error, CustomStringConvertible {
  let attempt: String
  let reason: String

  /// One phrase: the attempt and the reason why it failed.
  package var description: String { "cannot \(attempt): \(reason)" }
}
