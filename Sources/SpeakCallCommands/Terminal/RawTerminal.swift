import Glibc

/// The terminal as a screen of the program's own: no echo, each key at once, no cursor, and the shell's lines kept.
///
/// Everything is given back when the value ends, and also when a signal ends or stops the process. There is one at a time.
struct RawTerminal: ~Copyable {
  /// What the program does with the terminal.
  enum Manner {
    /// It has the whole screen, and the shell's lines come back afterwards.
    case screen
    /// It writes lines below the shell's, with the last of them changing; Ctrl-C and Ctrl-Z are keys.
    case lines
  }

  /// What happens to a terminal beside its keys.
  enum Happening: UInt8 {
    /// It has another size.
    case resized
    /// The user wants the shell back for a while; ``suspend()`` gives it.
    case suspensionAsked
    /// The process goes on after it was stopped, and the screen has to be drawn anew.
    case continued
  }

  /// Where the keys come from; -1 when there is no keyboard.
  let keyboard: Int32
  /// Becomes readable when something happens.
  let descriptor: Int32

  private let screen: Int32
  private let writer: Int32
  private let ownsKeyboard: Bool

  private init(keyboard: Int32, ownsKeyboard: Bool, screen: Int32, happenings ends: (reader: Int32, writer: Int32)) {
    self.keyboard = keyboard
    self.ownsKeyboard = ownsKeyboard
    self.screen = screen
    (descriptor, writer) = ends
  }

  /// Takes the terminal that the output is on, with the keys of the input or, where that is a pipe, of the controlling
  /// terminal.
  static func take(_ terminal: Terminal, as manner: Manner = .screen) throws(Failure) -> RawTerminal {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw failure("make a socket pair") }
    let ownsKeyboard = isatty(terminal.input) == 0
    let keyboard = ownsKeyboard ? open("/dev/tty", O_RDONLY | O_CLOEXEC) : terminal.input
    guard
      TerminalModes.take(keyboard: keyboard, screen: terminal.output, happenings: ends[1], manner: manner)
    else {
      throw failure("set up the terminal")
    }
    return RawTerminal(
      keyboard: keyboard, ownsKeyboard: ownsKeyboard, screen: terminal.output, happenings: (ends[0], ends[1]))
  }

  deinit {
    TerminalModes.giveBack()
    if ownsKeyboard, keyboard >= 0 { close(keyboard) }
    close(descriptor)
    close(writer)
  }

  /// What has happened since the last call.
  func happenings() -> [Happening] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).compactMap(Happening.init)
  }

  /// The bytes of keys that have arrived; nil when there will be no more.
  func arrivedBytes() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(keyboard, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// Gives the terminal to the shell and stops; returns when the shell has the program go on.
  func suspend() { TerminalModes.suspend() }

  private static func failure(_ action: String) -> Failure {
    Failure(.failure, "cannot \(action): \(String(cString: strerror(errno)))", next: "speakcall play … | cat")
  }
}
