import SystemSupport

/// A file of captions, to which each cue is added when it was spoken.
///
/// The file is complete after each cue: whatever ends the speech, what was heard until then can be read.
public struct CaptionWriter: ~Copyable {
  /// The format of the file.
  public let format: CaptionFormat
  private var file: OutputFile
  private var count = 0

  /// Opens the file, whose ending tells the format.
  ///
  /// - Parameter isReplacing: `true` to keep what is there until ``finish()``, as for a file that nobody reads before it is
  ///   complete.
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

  /// Adds a cue; those that follow begin later.
  public mutating func add(_ cue: CaptionCue) throws(FileError) {
    count += 1
    try file.write(Array(format.block(cue, number: count).utf8))
  }

  /// Makes sure that all is on the disk.
  public mutating func finish() throws(FileError) {
    try file.finish()
  }
}
