import SystemSupport

/// The reason for captions not to be written.
public enum CaptionError: Error, Sendable, Equatable {
  /// The name of the file does not tell the format.
  case unknownFormat(path: String)
  /// The file cannot be written.
  case file(FileError)
}
