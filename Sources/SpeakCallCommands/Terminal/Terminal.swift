import Glibc
import SpeakCallProtocol
import SystemSupport

/// The standard streams of a command.
public struct Terminal: Sendable {
  let input: Int32
  let output: Int32
  let error: Int32
  private let environment: [String: String]

  /// Creates a terminal on the given descriptors.
  public init(
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, error: Int32 = STDERR_FILENO,
    environment: [String: String]
  ) {
    self.input = input
    self.output = output
    self.error = error
    self.environment = environment
  }

  /// A Boolean value that indicates whether a person can be asked: standard input and standard error are terminals.
  var isInteractive: Bool {
    isatty(input) == 1 && isatty(error) == 1
  }

  /// A Boolean value that indicates whether standard output shows colour and movement.
  ///
  /// It does on a terminal, without `NO_COLOR` and `TERM=dumb`.
  var allowsColour: Bool {
    isatty(output) == 1 && environment["NO_COLOR", default: ""].isEmpty
      && !["", "dumb"].contains(environment["TERM", default: ""])
  }

  /// The columns of standard output; 80 when they are unknown.
  var width: Int { size.columns }

  /// The columns and rows of standard output; 80 and 24 when they are unknown.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Waits until a descriptor can be read, and returns which of them can.
  ///
  /// None of them can after the timeout in milliseconds; `nil` is the result of a signal. `poll` ignores negative ones.
  static func readable(_ descriptors: [Int32], timeout: Int32 = -1) -> [Bool]? {
    var ready = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return poll(&ready, nfds_t(ready.count), timeout) < 0 ? nil : ready.map { $0.revents != 0 }
  }

  /// Writes results to standard output.
  func write(_ text: String) throws(Failure) {
    guard let code = Self.write(text, to: output) else { return }
    throw Failure(.cannotCreate, "cannot write to standard output: \(String(cString: strerror(code)))")
  }

  /// Writes a message to standard error.
  func report(_ line: String) {
    // A failure to write to standard error has nowhere to go.
    _ = Self.write(line.hasSuffix("\n") ? line : line + "\n", to: error)
  }

  /// Writes all of `text`; returns `nil`, or the error number.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { Descriptor(descriptor).write(UnsafeRawBufferPointer($0)) }
  }
}

extension Terminal {
  /// Asks a question on standard error and returns the answer, `y` or `n`, from standard input.
  ///
  /// Returns `nil` when the input ends or cannot be read.
  func ask(_ question: String) -> Bool? {
    var prompt = "\(question) [y/n] "
    while true {
      prompt.withUTF8 { _ = Glibc.write(error, $0.baseAddress, $0.count) }
      guard let line = readLine() else {
        report("")
        return nil
      }
      switch line.lowercased() {
      case "y", "yes": return true
      case "n", "no": return false
      default: prompt = "Please answer y or n: "
      }
    }
  }

  /// Reads one line, byte by byte, to leave the rest of the input to other readers.
  private func readLine() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    repeat {
      let count = read(input, &byte, 1)
      if count == 1 {
        line.append(byte)
      } else if count == 0 || errno != EINTR {
        return nil
      }
    } while line.last != UInt8(ascii: "\n")
    let text = String(decoding: line, as: UTF8.self)
    return String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
  }
}

extension Terminal {
  /// Writes a value to standard output as one line of JSON.
  func write(json value: some Encodable) throws(Failure) {
    try write(String(decoding: Wire().encode(value), as: UTF8.self) + "\n")
  }

  /// Writes a warning, one sentence without its full stop, to standard error.
  func warn(_ message: String) {
    report(TerminalText.sanitized("speakcall: \(message)."))
  }
}
