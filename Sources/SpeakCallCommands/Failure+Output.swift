import AudioProcessing
import Scripts
import SystemSupport

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
