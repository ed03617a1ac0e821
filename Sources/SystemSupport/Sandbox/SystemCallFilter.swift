import CProcess
import Glibc

/// A seccomp filter: rules for system calls, of which the first that matches decides.
struct SystemCallFilter {
  /// What becomes of a system call.
  enum Action {
    case allow
    /// It fails as if the kernel did not have it, for which the C library often has another way.
    case refuse

    fileprivate var code: UInt32 {
      switch self {
      case .allow: SECCOMP_RET_ALLOW
      case .refuse: SECCOMP_RET_ERRNO | UInt32(ENOSYS)
      }
    }
  }

  /// A demand on the low 32 bits of an argument: that under the mask they are the value.
  struct Condition {
    let argument: UInt32
    let value: UInt32
    var mask: UInt32 = .max
  }

  /// A rule for one system call, whose arguments must meet all conditions.
  struct Rule {
    let call: Int
    let action: Action
    var conditions: [Condition] = []
  }

  let rules: [Rule]
  /// What becomes of a system call that no rule matches.
  let otherwise: Action

  /// Has the kernel apply the filter to this process and its children from now on; returns 0 or the error number.
  ///
  /// A system call in the manner of another architecture, whose numbers mean other things, kills the process.
  func install() -> Int32 {
    var program = [
      Self.load(Self.architectureOffset),
      Self.compare(with: process_architecture, skipIfEqual: 1),
      Self.answer(SECCOMP_RET_KILL_PROCESS),
      Self.load(Self.callOffset),
    ]
    for rule in rules { program += Self.instructions(for: rule) }
    program.append(Self.answer(otherwise.code))
    return program.withUnsafeMutableBufferPointer { buffer in
      var program = sock_fprog(len: UInt16(buffer.count), filter: buffer.baseAddress)
      return process_filter_system_calls(&program) == 0 ? 0 : errno
    }
  }

  /// Offsets in `struct seccomp_data`: the number, the architecture, the instruction pointer, six 64-bit arguments.
  private static let callOffset: UInt32 = 0
  private static let architectureOffset: UInt32 = 4
  private static let argumentsOffset: UInt32 = 16

  private static func instructions(for rule: Rule) -> [sock_filter] {
    var body: [sock_filter] = []
    for (index, condition) in rule.conditions.enumerated() {
      // To the reload: over the three instructions of each further condition and the answer.
      let rest = UInt8(3 * (rule.conditions.count - index - 1) + 1)
      body += [
        load(argumentsOffset + 8 * condition.argument),
        sock_filter(code: UInt16(BPF_ALU | BPF_AND | BPF_K), jt: 0, jf: 0, k: condition.mask),
        compare(with: condition.value, skipIfOther: rest),
      ]
    }
    body.append(answer(rule.action.code))
    if !rule.conditions.isEmpty { body.append(load(callOffset)) }
    return [compare(with: UInt32(rule.call), skipIfOther: UInt8(body.count))] + body
  }

  private static func load(_ offset: UInt32) -> sock_filter {
    sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: offset)
  }

  /// Compares and skips so many of the following instructions.
  private static func compare(with value: UInt32, skipIfEqual: UInt8 = 0, skipIfOther: UInt8 = 0) -> sock_filter {
    sock_filter(code: UInt16(BPF_JMP | BPF_JEQ | BPF_K), jt: skipIfEqual, jf: skipIfOther, k: value)
  }

  private static func answer(_ code: UInt32) -> sock_filter {
    sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: code)
  }
}
