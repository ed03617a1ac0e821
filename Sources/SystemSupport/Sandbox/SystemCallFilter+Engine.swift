import CProcess
import Glibc

extension SystemCallFilter {
  /// What the engine and its copies may ask of the kernel: memory that is not code, files to read, the socket they
  /// have, copies, and the end.
  ///
  /// No socket that leads anywhere, no other program, no file to write, no other process. What is not named fails and
  /// does not kill: the C library asks for more from version to version, and finds another way where it gets no answer.
  static let engine = SystemCallFilter(rules: unconditional + conditional, otherwise: .refuse)

  /// What a copy, which reads the text, is refused beyond that: copies of its own, and to get rid of its bounds.
  static func copy(process: pid_t) -> SystemCallFilter {
    let refused = [SYS_clone, SYS_socketpair, SYS_prctl, SYS_prlimit64, SYS_seccomp, SYS_tgkill]
    // abort() signals its own process.
    let toItself = Condition(argument: 0, value: UInt32(process))
    return SystemCallFilter(
      rules: [Rule(call: Int(SYS_tgkill), action: .allow, conditions: [toItself])]
        + refused.map { Rule(call: Int($0), action: .refuse) },
      otherwise: .allow)
  }

  private static let unconditional: [Rule] = {
    var calls = [
      SYS_read, SYS_pread64, SYS_write, SYS_writev, SYS_lseek, SYS_close, SYS_fstat, SYS_newfstatat, SYS_getdents64,
      SYS_faccessat, SYS_faccessat2, SYS_recvfrom, SYS_sendto, SYS_ppoll,
      SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise,
      SYS_futex, SYS_set_robust_list, SYS_rseq, SYS_sched_yield, SYS_getrandom, SYS_clock_gettime,
      SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_rt_sigreturn, SYS_setitimer,
      SYS_getpid, SYS_getppid, SYS_gettid, SYS_wait4, SYS_exit, SYS_exit_group,
    ]
    #if arch(x86_64)
      calls += [SYS_poll, SYS_access, SYS_stat, SYS_lstat]
    #endif
    return calls.map { Rule(call: Int($0), action: .allow) }
  }()

  private static let conditional: [Rule] = [
    allow(SYS_openat, [.init(argument: 2, value: 0, mask: UInt32(O_ACCMODE | O_CREAT | O_TRUNC))]),
    allow(SYS_mmap, [.init(argument: 2, value: 0, mask: UInt32(PROT_EXEC))]),
    allow(SYS_mprotect, [.init(argument: 2, value: 0, mask: UInt32(PROT_EXEC))]),
    // A pair of another type could send to any address.
    allow(
      SYS_socketpair,
      [
        .init(argument: 0, value: UInt32(AF_UNIX)),
        .init(argument: 1, value: SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue),
      ]),
    allow(SYS_clone, [.init(argument: 0, value: process_fork_flags)]),
    allow(
      SYS_prctl, [.init(argument: 0, value: UInt32(PR_SET_PDEATHSIG)), .init(argument: 1, value: UInt32(SIGKILL))]),
    allow(SYS_prlimit64, [.init(argument: 0, value: 0)]),
    allow(SYS_seccomp, [.init(argument: 0, value: UInt32(SECCOMP_SET_MODE_FILTER))]),
    allow(SYS_tgkill, [.init(argument: 2, value: UInt32(SIGABRT))]),
  ]

  private static func allow(_ call: Int32, _ conditions: [Condition]) -> Rule {
    Rule(call: Int(call), action: .allow, conditions: conditions)
  }
}
