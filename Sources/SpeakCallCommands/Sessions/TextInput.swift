import Glibc
import TextProcessing

/// A text that is read from a descriptor piece by piece, as it arrives.
///
/// A piece consists of all complete sentences and lines that have arrived: the first one is spoken while the next is
/// still being written. A longer run without an end is split at a space.
struct TextInput: ~Copyable {
  /// The maximum size of a piece in bytes, which bounds the memory for a text of any length.
  static let limit = TextPieces.limit

  private let name: String
  /// The descriptor, for `poll`.
  let descriptor: Int32
  private let isOwned: Bool
  private var bytes: [UInt8] = []
  /// The number of bytes returned so far.
  private var offset = 0
  private var isAtEnd = false

  /// Opens a file, or takes standard input for `-`.
  init(path: String, in context: CommandContext) throws(Failure) {
    if path == "-" { self.init(context.terminal) } else { try self.init(file: path) }
  }

  /// Takes the standard input of a command.
  init(_ terminal: Terminal) { self.init(descriptor: terminal.input, name: "standard input") }

  /// Opens a file.
  init(file path: String) throws(Failure) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(.noInput, "cannot open '\(path)': \(String(cString: strerror(errno)))") }
    name = "'\(path)'"
    isOwned = true
  }

  /// Takes a descriptor without owning it; messages call it `name`.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isOwned = false
  }

  deinit { if isOwned { close(descriptor) } }

  /// The result of one read.
  enum Arrival {
    case piece(String)
    case nothing
    case end
  }

  /// Returns a piece that has arrived, after at most one blocking read; skips a piece of whitespace.
  mutating func arrival() throws(Failure) -> Arrival {
    if cut() == nil, !isAtEnd { try fill() }
    let end = cut()
    guard end != nil || isAtEnd else { return .nothing }
    guard !bytes.isEmpty else { return .end }
    let piece = try take(end ?? bytes.count)
    return piece.allSatisfy(\.isWhitespace) ? .nothing : .piece(piece)
  }

  /// A Boolean value that indicates whether ``arrival()`` returns without blocking.
  var hasArrived: Bool { isAtEnd || cut() != nil }

  /// Waits for the next piece and returns it, or `nil` at the end.
  mutating func next() throws(Failure) -> String? {
    while true {
      if let end = cut() { return try take(end) }
      if isAtEnd { return bytes.isEmpty ? nil : try take(bytes.count) }
      try fill()
    }
  }

  /// Waits for a piece of the maximum size and returns it, or `nil` at the end; for text that is not spoken live.
  mutating func nextWhole() throws(Failure) -> String? {
    while bytes.count < Self.limit, !isAtEnd { try fill() }
    guard bytes.count > Self.limit || !isAtEnd else { return bytes.isEmpty ? nil : try take(bytes.count) }
    return try next()
  }

  /// Reads up to the end as one text of at most `limit` bytes.
  mutating func whole(limit: Int) throws(Failure) -> String {
    try readAll(limit: limit)
    return try take(bytes.count)
  }

  /// Reads up to the end, at most `limit` bytes, without decoding them.
  mutating func wholeBytes(limit: Int) throws(Failure) -> [UInt8] {
    try readAll(limit: limit)
    return bytes
  }

  private mutating func readAll(limit: Int) throws(Failure) {
    while !isAtEnd {
      try fill()
      guard bytes.count <= limit else { throw Failure(.dataError, "\(name) is larger than \(limit) bytes") }
    }
  }

  private mutating func fill() throws(Failure) {
    var buffer = [UInt8](repeating: 0, count: Self.limit)
    let count = read(descriptor, &buffer, buffer.count)
    if count > 0 {
      bytes += buffer[..<count]
    } else if count == 0 {
      isAtEnd = true
    } else if errno == EAGAIN {
      _ = Terminal.readable([descriptor])
    } else if errno != EINTR {
      throw Failure(.noInput, "cannot read \(name): \(String(cString: strerror(errno)))")
    }
  }

  /// Returns the length of the piece that is ready.
  private func cut() -> Int? {
    let window = bytes.prefix(Self.limit)
    let newline = window.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
    let rest = window[(newline ?? window.startIndex)...]
    if let end = SentenceEnd.last(in: rest) ?? newline { return end }
    return bytes.count >= Self.limit ? TextPieces.end(of: window) : nil
  }

  private mutating func take(_ count: Int) throws(Failure) -> String {
    let piece = Array(bytes[..<count])
    do throws(UTF8.ValidationError) {
      let text = String(copying: try UTF8Span(validating: piece.span))
      bytes.removeFirst(count)
      offset += count
      return text
    } catch {
      let place = offset + error.byteOffsets.lowerBound
      throw Failure(
        .dataError, "\(name) is not valid UTF-8 at byte \(place), 0x\(String(piece[place - offset], radix: 16))")
    }
  }
}
