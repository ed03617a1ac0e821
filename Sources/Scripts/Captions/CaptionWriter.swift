import SystemSupport

/// A writer of a caption file.
///
/// The file is complete after each cue, so it can be read even if the speech is interrupted.
public struct CaptionWriter: ~Copyable {
  /// The format of the file.
  public let format: CaptionFormat
  private var file: OutputFile
  private var count = 0

  /// Opens a file, whose extension gives the format.
  ///
  /// - Parameter isReplacing: `true` to keep an existing file until ``finish()``.
  public init(path: String, isReplacing: Bool = false) throws(CaptionError) {
    guard let format = CaptionFormat(path: path) else { throw .unknownFormat(path: path) }
    let opened = try Self.open(path, header: format.header, isReplacing: isReplacing)
    self.format = format
    file = opened
  }

  private static func open(
    _ path: String, header: String, isReplacing: Bool
  ) throws(CaptionError) -> OutputFile {
    do throws(FileError) {
      var file = isReplacing ? try OutputFile.replacing(path) : try OutputFile.inPlace(path)
      try file.write(Array(header.utf8))
      return file
    } catch {
      throw .file(error)
    }
  }

  /// Writes a cue; the cues come in the order of their times.
  public mutating func add(_ cue: CaptionCue) throws(FileError) {
    count += 1
    try file.write(Array(format.block(cue, number: count).utf8))
  }

  /// Completes the file and flushes it to disk.
  public mutating func finish() throws(FileError) {
    try file.finish()
  }
}

/// The reason that captions could not be written.
public enum CaptionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The extension of the file stands for no caption format.
  case unknownFormat(path: String)
  /// The file cannot be written.
  case file(FileError)

  /// One line: the file and what is wrong.
  public var description: String {
    switch self {
    case .unknownFormat(let path): "\(path): not a caption file; the name must end in .vtt or .srt"
    case .file(let error): error.description
    }
  }
}
