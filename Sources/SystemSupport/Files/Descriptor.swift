import Glibc

/// An open file, pipe or terminal.
public struct Descriptor: Sendable {
  /// The number of it in this process.
  public let number: Int32

  /// Creates the representation of an open descriptor, which its owner has to close.
  public init(_ number: Int32) { self.number = number }

  /// Writes everything, waits while the other side is slow, and returns `nil` or the error number.
  public func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// Writes all of `bytes`; the kernel writes them to the disk when it likes.
  func write(_ bytes: [UInt8], path: String) throws(FileError) {
    let failure = bytes.withUnsafeBytes { write($0) }
    if let failure { throw .system("write the file", path, code: failure) }
  }

  /// Reads UTF-8 text of at most `limit` bytes.
  package func readText(path: String, limit: Int) throws(FileError) -> String {
    let bytes = try readBytes(path: path, limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw FileError(path: path, problem: .notUTF8) }
    return text
  }

  /// Reads the whole file, of at most `limit` bytes.
  func readBytes(path: String, limit: Int) throws(FileError) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var length = 0
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        let free = UnsafeMutableRawBufferPointer(rebasing: buffer[length...])
        return Glibc.read(number, free.baseAddress, free.count)
      }
      if count == 0 { break }
      if count > 0 {
        length += count
      } else if errno != EINTR {
        throw .system("read the file", path)
      }
    }
    guard length <= limit else { throw FileError(path: path, problem: .tooLong(limit: limit)) }
    return bytes[..<length]
  }
}
