import AudioProcessing
import Scripts
import SpeakCallProtocol
import SystemSupport

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

/// Failures of the files that a command writes for its user.
extension Failure {
  /// Creates the failure of an output file.
  init(writing error: FileError) {
    self.init(.cannotCreate, "cannot write '\(error.path)': \(error.reason)", next: error.remedy)
  }

  /// Creates the failure of a file of captions; `command` is the one whose help page tells more.
  init(_ error: CaptionError, command: String) {
    switch error {
    case .unknownFormat(let path):
      self = .usage("captions are written to a file that ends in .vtt or .srt, not to '\(path)'", command: command)
    case .file(let error): self.init(writing: error)
    }
  }

  /// Creates the failure of a WAV file.
  init(_ error: WaveError) {
    switch error {
    case .tooLong(let path, let hours):
      self.init(
        .cannotCreate, "the sound is longer than the \(Int(hours)) hours that fit the WAV file '\(path)'",
        next: "speakcall render -o - … | flac -o FILE.flac -")
    case .file(let error): self.init(writing: error)
    }
  }
}
