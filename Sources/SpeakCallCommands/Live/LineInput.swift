import Glibc

/// Lines that arrive on a descriptor.
struct LineInput {
  /// The longest line, in bytes.
  static let limit = 1 << 16

  let descriptor: Int32
  private(set) var isAtEnd = false
  private var bytes: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Reads what has arrived, waiting for it once, and returns the lines that are complete; at the end also the last one.
  mutating func lines() throws(Failure) -> [String] {
    var buffer = [UInt8](repeating: 0, count: Self.limit)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 {
      if errno == EINTR || errno == EAGAIN { return [] }
      throw Failure(.noInput, "cannot read standard input: \(String(cString: strerror(errno)))")
    }
    bytes += buffer[..<max(0, count)]
    isAtEnd = count == 0
    var lines: [String] = []
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(try Self.text(bytes[..<end]))
      bytes.removeSubrange(...end)
    }
    if isAtEnd, !bytes.isEmpty { lines.append(try Self.text(bytes[...])) }
    guard bytes.count <= Self.limit else {
      throw Failure(.dataError, "a line of standard input is longer than \(Self.limit) bytes", next: "speakcall say -")
    }
    return lines
  }

  private static func text(_ bytes: ArraySlice<UInt8>) throws(Failure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let line = String(decoding: bytes, as: UTF8.self)
      throw Failure(.dataError, "the line '\(line)' of standard input is not valid UTF-8")
    }
    return text
  }
}
