import Glibc

/// The switch between the terminal modes of the shell and those of a ``RawTerminal``, also in a signal handler.
///
/// The memory that a handler uses is set up before it is installed. A handler calls only async-signal-safe functions.
enum TerminalModes {
  private struct State {
    var keyboard: Int32 = -1
    var screen: Int32 = -1
    var events: Int32 = -1
    var isTaken = false
    var isRaw = false
    var mode = RawTerminal.Mode.screen
    var shells = termios()
    var own = termios()
  }

  /// The state that handlers share with the one thread that takes and restores the terminal.
  ///
  /// Unsafe, but never seen half written: handlers are installed after it is set and removed before it is cleared.
  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return state
  }()

  /// Alternate screen, cleared; no cursor; no automatic wrap.
  private static let entrance: StaticString = "\u{1B}[?1049h\u{1B}[2J\u{1B}[?25l\u{1B}[?7l"
  /// The reverse, after the end of an update that was under way.
  private static let exit: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Bracketed paste.
  private static let lineEntrance: StaticString = "\u{1B}[?2004h"
  /// The reverse; the shell's prompt comes below the last line.
  private static let lineExit: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?2004l\r\n\u{1B}[J"

  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// Takes the terminal; each ``RawTerminal/Event`` is written to the socket `events`.
  static func take(keyboard: Int32, screen: Int32, events: Int32, mode: RawTerminal.Mode) -> Bool {
    state.pointee = State(keyboard: keyboard, screen: screen, events: events, mode: mode)
    if keyboard >= 0 {
      guard tcgetattr(keyboard, &state.pointee.shells) == 0 else { return false }
      state.pointee.own = raw(state.pointee.shells, mode)
    }
    for number in endings { signal(number) { number in TerminalModes.end(number) } }
    for number in crashes { signal(number) { number in TerminalModes.crash(number) } }
    signal(SIGWINCH) { _ in TerminalModes.note(.resized) }
    signal(SIGTSTP) { _ in TerminalModes.note(.suspendRequested) }
    signal(SIGCONT) { _ in TerminalModes.goOn() }
    state.pointee.isTaken = true
    enter()
    return true
  }

  /// Restores the terminal and the default actions of the signals.
  static func restore() {
    leave()
    state.pointee.isTaken = false
    for number in endings + crashes + [SIGWINCH, SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
  }

  /// Restores the terminal and stops the process; takes the terminal again when it is continued.
  static func suspend() {
    leave()
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    signal(SIGTSTP) { _ in TerminalModes.note(.suspendRequested) }
    // The kernel does not stop an orphaned process group, and then nobody sends SIGCONT.
    goOn()
  }

  /// Sets the modes again, after other code has changed them.
  static func reapply() {
    tcsetattr(state.pointee.keyboard, TCSANOW, &state.pointee.own)
  }

  /// Returns modes without echo and line editing, and with Ctrl-S and Ctrl-Q as keys.
  private static func raw(_ modes: termios, _ mode: RawTerminal.Mode) -> termios {
    var modes = modes
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    if mode == .lines { modes.c_lflag &= ~tcflag_t(ISIG) }
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
    write(state.pointee.mode == .screen ? entrance : lineEntrance)
  }

  private static func leave() {
    guard state.pointee.isRaw else { return }
    state.pointee.isRaw = false
    write(state.pointee.mode == .screen ? exit : lineExit)
    guard state.pointee.keyboard >= 0 else { return }
    // Keys that were not read were meant for this program, not for the shell.
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

  private static func note(_ event: RawTerminal.Event) {
    let code = errno
    var byte = event.rawValue
    // A full socket already wakes the reader.
    _ = Glibc.write(state.pointee.events, &byte, 1)
    errno = code
  }

  private static func goOn() {
    guard state.pointee.isTaken else { return }
    let code = errno
    // The shell may have changed the modes, also when SIGSTOP stopped the process.
    state.pointee.isRaw = false
    enter()
    note(.continued)
    errno = code
  }

  /// Exits with the status that a shell reports for the signal.
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
