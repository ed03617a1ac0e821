import SpeakCallProtocol

/// The reason for a command not to succeed, as its user reads it.
public struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The status that the command ends with.
  public let status: ExitStatus
  /// What failed, with the value that it failed for: one sentence without its full stop.
  public let message: String
  /// The command to type next.
  public let next: String?

  /// Creates a failure.
  public init(_ status: ExitStatus, _ message: String, next: String? = nil) {
    self.status = status
    self.message = message
    self.next = next
  }

  /// Creates the failure of a wrong command line; `command` is the one whose help page tells more.
  public static func usage(_ message: String, command: String? = nil) -> Failure {
    Failure(.usage, message, next: ["speakcall help", command].compactMap(\.self).joined(separator: " "))
  }

  /// The line for standard error, safe to write to a terminal.
  public var description: String {
    let next = next.map { ". Next: \($0)" } ?? "."
    return TerminalText.sanitized("speakcall: \(message)\(next)")
  }
}
