import AudioProcessing
import Scripts
import SpeakCallProtocol
import SystemSupport

/// The error of a command, as its user reads it.
public struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The exit status of the command.
  public let status: ExitStatus
  /// One sentence without its full stop that names what failed and for which value.
  public let message: String
  /// The command to type next.
  public let next: String?

  /// Creates a failure.
  public init(_ status: ExitStatus, _ message: String, next: String? = nil) {
    self.status = status
    self.message = message
    self.next = next
  }

  /// Creates the failure of a wrong command line, which refers to the help page of `command`.
  public static func usage(_ message: String, command: String? = nil) -> Failure {
    Failure(.usage, message, next: ["speakcall help", command].compactMap(\.self).joined(separator: " "))
  }

  /// Returns the end of a message that suggests a name, or nothing without one.
  static func hint(_ nearest: String?) -> String {
    nearest.map { " (did you mean '\($0)'?)" } ?? ""
  }

  /// The line for standard error, safe to write to a terminal.
  public var description: String {
    let next = next.map { ". Next: \($0)" } ?? "."
    return TerminalText.sanitized("speakcall: \(message)\(next)")
  }
}

extension Failure {
  /// Creates the failure of one of the user's own files.
  init(_ status: ExitStatus, _ error: FileError) {
    self.init(status, error.description, next: error.remedy)
  }

  /// Creates the failure of an output file.
  init(writing error: FileError) {
    self.init(.cannotCreate, "cannot write '\(error.path)': \(error.reason)", next: error.remedy)
  }

  /// Creates the failure of a caption file, which refers to the help page of `command`.
  init(_ error: CaptionError, command: String) {
    switch error {
    case .unknownFormat(let path):
      self = .usage("the name of a caption file ends in .vtt or .srt, unlike '\(path)'", command: command)
    case .file(let error): self.init(writing: error)
    }
  }

  /// Creates the failure of a WAV file.
  init(_ error: WaveError) {
    switch error {
    case .tooLong(let path, let hours):
      self.init(
        .cannotCreate, "the WAV file '\(path)' cannot hold more than \(Int(hours)) hours",
        next: "speakcall render -o - … | flac -o FILE.flac -")
    case .file(let error): self.init(writing: error)
    }
  }
}
