import CProcess
import Glibc

/// Something that a sandboxed process must not be able to do; most are what taken-over code would try.
enum Attempt: String {
  case connect, openFile, openFileBelow, writeFile, execute, allocate, mapCode, openMany, sendSignal, fork
  case raiseLimit, outlive, computeOn

  /// Tries it; returns 0 if it worked, else the error number.
  func run(folder: String) -> Int32 {
    switch self {
    case .connect: code(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    case .openFile: code(open("/etc/passwd", O_RDONLY))
    case .openFileBelow: code(open("\(folder)/readable", O_RDONLY))
    case .writeFile: code(open("\(folder)/readable", O_WRONLY))
    case .execute: execute()
    case .allocate: memory(512 << 20, PROT_READ | PROT_WRITE)
    case .mapCode: memory(4096, PROT_READ | PROT_EXEC)
    case .openMany: openMany(folder)
    case .sendSignal: code(kill(getppid(), 0))
    case .fork: fork()
    case .raiseLimit: code(process_limit(Int32(RLIMIT_CPU.rawValue), 1_000_000, 1_000_000))
    case .outlive: code(process_refuse_new_privileges())
    case .computeOn: computeOn()
    }
  }

  private func code(_ result: Int32) -> Int32 { result < 0 ? errno : 0 }

  private func execute() -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    // Where it works, the status is that of the other program.
    return code(execv("/bin/true", &arguments))
  }

  private func memory(_ size: Int, _ protection: Int32) -> Int32 {
    mmap(nil, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0
  }

  private func openMany(_ folder: String) -> Int32 {
    for _ in 0..<100 where open("\(folder)/readable", O_RDONLY) < 0 { return errno }
    return 0
  }

  private func fork() -> Int32 {
    let child = process_fork()
    if child == 0 { _exit(0) }
    return code(child)
  }

  /// Computes for a second.
  private func computeOn() -> Int32 {
    // POSIX has a million of these in a second on every machine.
    let end = clock() + 1_000_000
    while clock() < end {}
    return 0
  }
}
