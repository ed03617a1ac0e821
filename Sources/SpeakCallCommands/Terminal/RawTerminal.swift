import Glibc

/// The terminal in raw mode: no echo, and each key at once.
///
/// It is restored when the value ends, and also when a signal ends or stops the process. There is one at a time.
struct RawTerminal: ~Copyable {
  /// The use that the program makes of the terminal.
  enum Mode {
    /// The alternate screen without a cursor; the shell's lines return afterwards.
    case screen
    /// Lines below the shell's; Ctrl-C and Ctrl-Z are keys.
    case lines
  }

  /// An event of the terminal beside its keys.
  enum Event: UInt8 {
    case resized
    /// Ctrl-Z or SIGTSTP; ``suspend()`` follows it.
    case suspendRequested
    /// The process was continued; the screen has to be redrawn.
    case continued
  }

  /// The descriptor of the keyboard; -1 when there is none.
  let keyboard: Int32
  /// The descriptor that becomes readable when there are ``events()``.
  let descriptor: Int32

  private let screen: Int32
  private let writer: Int32
  private let ownsKeyboard: Bool

  private init(keyboard: Int32, ownsKeyboard: Bool, screen: Int32, events: (reader: Int32, writer: Int32)) {
    self.keyboard = keyboard
    self.ownsKeyboard = ownsKeyboard
    self.screen = screen
    (descriptor, writer) = events
  }

  /// Takes the terminal of the output, with the keys of the input or, if that is a pipe, of the controlling terminal.
  static func take(_ terminal: Terminal, as mode: Mode = .screen) throws(Failure) -> RawTerminal {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw failure("make a socket pair") }
    let ownsKeyboard = isatty(terminal.input) == 0
    let keyboard = ownsKeyboard ? open("/dev/tty", O_RDONLY | O_CLOEXEC) : terminal.input
    guard TerminalModes.take(keyboard: keyboard, screen: terminal.output, events: ends[1], mode: mode) else {
      throw failure("set up the terminal")
    }
    return RawTerminal(
      keyboard: keyboard, ownsKeyboard: ownsKeyboard, screen: terminal.output, events: (ends[0], ends[1]))
  }

  deinit {
    TerminalModes.restore()
    if ownsKeyboard, keyboard >= 0 { close(keyboard) }
    close(descriptor)
    close(writer)
  }

  /// Returns the events since the last call.
  func events() -> [Event] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).compactMap(Event.init)
  }

  /// Returns the bytes of keys that have arrived; nil at the end of the input.
  func arrivedBytes() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(keyboard, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// Restores the terminal and stops the process; returns when the process is continued.
  func suspend() { TerminalModes.suspend() }

  private static func failure(_ action: String) -> Failure {
    Failure(.failure, "cannot \(action): \(String(cString: strerror(errno)))", next: "speakcall play … | cat")
  }
}
