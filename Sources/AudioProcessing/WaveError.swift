import SystemSupport

/// The reason for a WAV file not to be written.
public enum WaveError: Error, Sendable, Equatable {
  /// The sound does not fit: the sizes in a WAV file have 32 bits.
  case tooLong(path: String, hours: Double)
  /// The file cannot be written.
  case file(FileError)
}
