import Glibc

/// The switch between the terminal as the shell has it and as a ``RawTerminal`` has it, also from a signal handler.
///
/// What a handler needs is in memory that was set up before it was installed, and it calls nothing but functions that
/// POSIX allows there.
enum TerminalModes {
  private struct State {
    var keyboard: Int32 = -1
    var screen: Int32 = -1
    var happenings: Int32 = -1
    var isTaken = false
    var isRaw = false
    var manner = RawTerminal.Manner.screen
    var shells = termios()
    var own = termios()
  }

  /// Unsafe because handlers share it with the one thread that takes and gives back the terminal; no field is ever
  /// left in between, for handlers are installed after all is set and removed before anything is taken away.
  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return state
  }()

  /// Alternate screen, cleared; no cursor; a line that is too long is cut instead of going on in the next row.
  private static let entrance: StaticString = "\u{1B}[?1049h\u{1B}[2J\u{1B}[?25l\u{1B}[?7l"
  /// All of that undone, and an update ended that was under way.
  private static let exit: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Pasted texts are told from typed ones.
  private static let lineEntrance: StaticString = "\u{1B}[?2004h"
  /// The shell's prompt comes below what was shown last.
  private static let lineExit: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?2004l\r\n\u{1B}[J"

  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// Takes the terminal; `happenings` is a socket that is told of ``RawTerminal/Happening``.
  static func take(keyboard: Int32, screen: Int32, happenings: Int32, manner: RawTerminal.Manner) -> Bool {
    state.pointee = State(keyboard: keyboard, screen: screen, happenings: happenings, manner: manner)
    if keyboard >= 0 {
      guard tcgetattr(keyboard, &state.pointee.shells) == 0 else { return false }
      state.pointee.own = raw(state.pointee.shells, manner)
    }
    for number in endings { signal(number) { number in TerminalModes.end(number) } }
    for number in crashes { signal(number) { number in TerminalModes.crash(number) } }
    signal(SIGWINCH) { _ in TerminalModes.note(.resized) }
    signal(SIGTSTP) { _ in TerminalModes.note(.suspensionAsked) }
    signal(SIGCONT) { _ in TerminalModes.goOn() }
    state.pointee.isTaken = true
    enter()
    return true
  }

  /// Gives the terminal back, and the signals their ordinary effects.
  static func giveBack() {
    leave()
    state.pointee.isTaken = false
    for number in endings + crashes + [SIGWINCH, SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
  }

  /// Stops as any other program does, with the terminal given back meanwhile.
  static func suspend() {
    leave()
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    signal(SIGTSTP) { _ in TerminalModes.note(.suspensionAsked) }
    // Where no shell would let it go on, the kernel does not stop it, and nobody sends the signal that continues.
    goOn()
  }

  /// Takes the modes once more, after other code has set its own.
  static func takeAgain() {
    tcsetattr(state.pointee.keyboard, TCSANOW, &state.pointee.own)
  }

  /// Keys at once and unseen, Ctrl-S and Ctrl-Q as keys; on a screen Ctrl-C and Ctrl-Z stay signals.
  private static func raw(_ modes: termios, _ manner: RawTerminal.Manner) -> termios {
    var modes = modes
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    if manner == .lines { modes.c_lflag &= ~tcflag_t(ISIG) }
    modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
    withUnsafeMutableBytes(of: &modes.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    return modes
  }

  private static func enter() {
    guard !state.pointee.isRaw else { return }
    state.pointee.isRaw = true
    if state.pointee.keyboard >= 0 { tcsetattr(state.pointee.keyboard, TCSANOW, &state.pointee.own) }
    write(state.pointee.manner == .screen ? entrance : lineEntrance)
  }

  private static func leave() {
    guard state.pointee.isRaw else { return }
    state.pointee.isRaw = false
    write(state.pointee.manner == .screen ? exit : lineExit)
    guard state.pointee.keyboard >= 0 else { return }
    // Keys that nobody has read were meant for this program, and not for the shell.
    tcflush(state.pointee.keyboard, TCIFLUSH)
    tcsetattr(state.pointee.keyboard, TCSANOW, &state.pointee.shells)
  }

  private static func write(_ text: StaticString) {
    var rest = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)[...]
    while !rest.isEmpty {
      let count = Glibc.write(state.pointee.screen, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  private static func note(_ happening: RawTerminal.Happening) {
    let code = errno
    var byte = happening.rawValue
    // A socket that is full holds enough for the reader to look.
    _ = Glibc.write(state.pointee.happenings, &byte, 1)
    errno = code
  }

  private static func goOn() {
    guard state.pointee.isTaken else { return }
    let code = errno
    // The shell may have changed the modes even when nobody asked before the process was stopped.
    state.pointee.isRaw = false
    enter()
    note(.continued)
    errno = code
  }

  /// Ends with the status that a shell reports for the signal.
  private static func end(_ number: Int32) {
    leave()
    _exit(128 + number)
  }

  private static func crash(_ number: Int32) {
    leave()
    signal(number, SIG_DFL)
    raise(number)
  }
}
