import CProcess
import CSeccomp
import Glibc

/// A seccomp filter, built with libseccomp.
///
/// A refused system call fails as if the kernel did not have it. It does not kill: the C library asks for more from
/// version to version, and often finds another way. A system call of another architecture, whose numbers mean other
/// things, kills the process.
struct SystemCallFilter: ~Copyable {
  private let context: scmp_filter_ctx?
  /// The error number of the first step that failed; 0 if none did.
  private var failure: Int32 = 0

  private init(defaultAction: UInt32) {
    context = seccomp_init(defaultAction)
    guard context != nil else {
      failure = ENOMEM
      return
    }
    set(SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS)
    // `Sandbox` has refused new privileges already, and a copy must not call prctl again.
    set(SCMP_FLTATR_CTL_NNP, 0)
    // Errors of the kernel come through with their own numbers.
    set(SCMP_FLTATR_API_SYSRAWRC, 1)
  }

  deinit { if let context { seccomp_release(context) } }

  /// Applies the filter to this process and its children from now on; returns 0 or the error number.
  func install() -> Int32 {
    failure == 0 ? -seccomp_load(context) : failure
  }

  private mutating func set(_ attribute: scmp_filter_attr, _ value: UInt32) {
    note(seccomp_attr_set(context, attribute, value))
  }

  private mutating func allow(_ call: some BinaryInteger, if conditions: scmp_arg_cmp...) {
    add(SCMP_ACT_ALLOW, call, conditions)
  }

  private mutating func refuse(_ call: some BinaryInteger, if conditions: scmp_arg_cmp...) {
    add(seccomp_refuse, call, conditions)
  }

  private mutating func add(_ action: UInt32, _ call: some BinaryInteger, _ conditions: [scmp_arg_cmp]) {
    note(seccomp_rule_add_array(context, action, Int32(call), UInt32(conditions.count), conditions))
  }

  private mutating func note(_ status: Int32) {
    if failure == 0 { failure = -status }
  }
}

extension SystemCallFilter {
  /// The filter of the engine and its copies: memory that is not code, files to read, the socket they have, copies, and
  /// the end.
  ///
  /// No socket that leads anywhere, no other program, no file to write, no other process. Unnamed calls are refused.
  static func engine() -> SystemCallFilter {
    var filter = SystemCallFilter(defaultAction: seccomp_refuse)
    for call in unconditional { filter.allow(call) }
    filter.allow(SYS_openat, if: argument(2, masked: O_ACCMODE | O_CREAT | O_TRUNC, is: 0))
    filter.allow(SYS_mmap, if: argument(2, masked: PROT_EXEC, is: 0))
    filter.allow(SYS_mprotect, if: argument(2, masked: PROT_EXEC, is: 0))
    // A pair of another type could send to any address.
    filter.allow(
      SYS_socketpair, if: argument(0, is: AF_UNIX),
      argument(1, is: Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)))
    filter.allow(SYS_clone, if: argument(0, is: process_fork_flags))
    filter.allow(SYS_prctl, if: argument(0, is: PR_SET_PDEATHSIG), argument(1, is: SIGKILL))
    filter.allow(SYS_prlimit64, if: argument(0, is: 0))
    filter.allow(SYS_seccomp, if: argument(0, is: Int32(SECCOMP_SET_MODE_FILTER)))
    filter.allow(SYS_tgkill, if: argument(2, is: SIGABRT))
    return filter
  }

  /// The filter of a copy, on top of the engine's: no copies of its own, and no way out of its bounds.
  ///
  /// It takes 0.1 ms to build, which libseccomp does in every copy because `abort()` has to reach this process alone.
  static func copy(process: pid_t) -> SystemCallFilter {
    var filter = SystemCallFilter(defaultAction: SCMP_ACT_ALLOW)
    for call in [SYS_clone, SYS_socketpair, SYS_prctl, SYS_prlimit64, SYS_seccomp] { filter.refuse(call) }
    filter.refuse(SYS_tgkill, if: scmp_arg_cmp(arg: 0, op: SCMP_CMP_NE, datum_a: UInt64(process), datum_b: 0))
    return filter
  }

  private static let unconditional: [Int32] = {
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
    return calls
  }()

  /// A condition on the low 32 bits of an argument, which is all that the kernel reads of an `int`.
  private static func argument(_ index: UInt32, masked mask: Int32 = -1, is value: Int32) -> scmp_arg_cmp {
    scmp_arg_cmp(
      arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(UInt32(bitPattern: mask)),
      datum_b: UInt64(UInt32(bitPattern: value)))
  }
}
