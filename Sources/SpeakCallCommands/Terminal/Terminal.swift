import Glibc
import SystemSupport

/// The three standard streams of a command, and what may be done on them.
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

  /// Whether a person can be asked: the answer comes from a terminal, and the question goes to one.
  public var isInteractive: Bool {
    isatty(input) == 1 && isatty(error) == 1
  }

  /// Whether colour and movement are wanted on the standard output: a terminal, no `NO_COLOR`, no `TERM=dumb`.
  public var allowsColour: Bool {
    isatty(output) == 1 && environment["NO_COLOR", default: ""].isEmpty
      && !["", "dumb"].contains(environment["TERM", default: ""])
  }

  /// The columns of the standard output; 80 when it is not a terminal or does not tell.
  public var width: Int { size.columns }

  /// The columns and rows of the standard output; 80 and 24 when it is not a terminal or does not tell.
  public var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Writes results to the standard output; fails when not all of it could be written.
  public func write(_ text: String) throws(Failure) {
    guard let code = Self.write(text, to: output) else { return }
    throw Failure(.cannotCreate, "cannot write to standard output: \(String(cString: strerror(code)))")
  }

  /// Writes a line that is not a result to standard error.
  public func report(_ line: String) {
    // There is no further place to tell that standard error itself cannot be written.
    _ = Self.write(line.hasSuffix("\n") ? line : line + "\n", to: error)
  }

  /// Writes all of `text` and returns `nil`, or the error number.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { Descriptor(descriptor).write(UnsafeRawBufferPointer($0)) }
  }
}
