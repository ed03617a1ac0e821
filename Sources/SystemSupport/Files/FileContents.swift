import Glibc

/// Reading and writing of whole small files through open descriptors.
package enum FileContents {
  /// Reads UTF-8 text of at most `limit` bytes.
  package static func read(_ descriptor: Int32, path: String, limit: Int) throws(FileError) -> String {
    let bytes = try readBytes(descriptor, path: path, limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw FileError(path: path, problem: .notUTF8) }
    return text
  }

  /// Reads at most `limit` bytes, whatever they are.
  static func readBytes(_ descriptor: Int32, path: String, limit: Int) throws(FileError) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var length = 0
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        let free = UnsafeMutableRawBufferPointer(rebasing: buffer[length...])
        return Glibc.read(descriptor, free.baseAddress, free.count)
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

  /// Writes all of `text` and waits until it is on the disk.
  static func write(_ text: String, to descriptor: Int32, path: String) throws(FileError) {
    try write(Array(text.utf8), to: descriptor, path: path)
    guard fsync(descriptor) == 0 else { throw .system("write the file", path) }
  }

  /// Writes all of `bytes`, for the kernel to bring to the disk when it likes.
  static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
    let failure = bytes.withUnsafeBytes { Descriptor(descriptor).write($0) }
    if let failure { throw .system("write the file", path, code: failure) }
  }
}
