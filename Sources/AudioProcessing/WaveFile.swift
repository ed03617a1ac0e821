import SystemSupport

/// A writer of a WAV file: 48 kHz, mono, 16 bits.
///
/// The same samples and information make the same bytes. Where the sizes cannot be written at the end, as in a pipe,
/// they have the greatest value, which readers take as unknown.
public struct WaveFile: ~Copyable {
  /// The metadata of a file.
  public struct Information: Sendable, Equatable {
    /// The title of the sound.
    public var title: String?
    /// A comment, such as the names of the speakers.
    public var comment: String?

    /// Creates information.
    public init(title: String? = nil, comment: String? = nil) {
      self.title = title
      self.comment = comment
    }
  }

  /// The maximum number of characters of a text in the information.
  private static let longestText = 200

  private let headerSize: Int
  private let limit: Int
  private var output: OutputFile
  private var size = 0

  /// Begins a file.
  public init(_ output: consuming OutputFile, information: Information = Information()) throws(WaveError) {
    try self.init(output, information: information, limit: Int(UInt32.max))
  }

  /// Begins a file of at most `limit` bytes.
  init(_ output: consuming OutputFile, information: Information, limit: Int) throws(WaveError) {
    let header = Self.header(information)
    self.output = output
    self.limit = limit
    headerSize = header.count
    do { try self.output.write(header) } catch { throw .file(error) }
  }

  /// The number of frames written.
  public var frames: Int { size / 2 }

  /// Adds samples.
  public mutating func write(_ samples: [Int16]) throws(WaveError) {
    size += 2 * samples.count
    // The size in the header counts the bytes behind it.
    guard !output.isRewritable || headerSize - 8 + size <= limit else {
      let seconds = Double(limit / 2) / Double(AudioFormat.sampleRate)
      throw .tooLong(path: output.path, hours: seconds / 3600)
    }
    let bytes = samples.map { $0.littleEndian }.withUnsafeBytes(Array.init)
    do { try output.write(bytes) } catch { throw .file(error) }
  }

  /// Adds silence.
  public mutating func writeSilence(seconds: Double) throws(WaveError) {
    var rest = Int((seconds * Double(AudioFormat.sampleRate)).rounded())
    while rest > 0 {
      let share = min(rest, AudioFormat.sampleRate)
      try write([Int16](repeating: 0, count: share))
      rest -= share
    }
  }

  /// Completes the file.
  public mutating func finish() throws(WaveError) {
    do throws(FileError) {
      if output.isRewritable {
        try output.rewrite(Self.bytes(UInt32(headerSize - 8 + size)), at: 4)
        try output.rewrite(Self.bytes(UInt32(size)), at: headerSize - 4)
      }
      try output.finish()
    } catch {
      throw .file(error)
    }
  }

  private static func header(_ information: Information) -> [UInt8] {
    let rate = UInt32(AudioFormat.sampleRate)
    let format =
      bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(rate) + bytes(2 * rate) + bytes(UInt16(2)) + bytes(UInt16(16))
    let texts = [
      ("INAM", information.title), ("ICMT", information.comment), ("ISFT", "speakcall \(Version.current)"),
    ]
    let list = texts.flatMap { tag, text in text.map { chunk(tag, zeroTerminated($0)) } ?? [] }
    let unknown = bytes(UInt32.max)
    return Array("RIFF".utf8) + unknown + Array("WAVE".utf8) + chunk("fmt ", format)
      + chunk("LIST", Array("INFO".utf8) + list) + Array("data".utf8) + unknown
  }

  private static func zeroTerminated(_ text: String) -> [UInt8] {
    text.prefix(longestText).utf8.filter { $0 != 0 } + [0]
  }

  /// Returns a chunk, padded to an even length that its size field does not count.
  private static func chunk(_ tag: String, _ content: [UInt8]) -> [UInt8] {
    Array(tag.utf8) + bytes(UInt32(content.count)) + content + (content.count % 2 == 0 ? [] : [0])
  }

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}

/// The reason that a WAV file could not be written.
public enum WaveError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The sound is too long: the sizes in a WAV file have 32 bits.
  case tooLong(path: String, hours: Double)
  /// The file cannot be written.
  case file(FileError)

  /// One line: the file and what is wrong.
  public var description: String {
    switch self {
    case .tooLong(let path, let hours): "\(path): a WAV file holds at most \(Int(hours)) hours of sound"
    case .file(let error): error.description
    }
  }
}
