import Glibc

/// Reading and writing of whole small files through open descriptors.
enum FileContents {
  /// Reads UTF-8 text of at most `limit` bytes.
  static func read(_ descriptor: Int32, path: String, limit: Int) throws(FileError) -> String {
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
    guard let text = String(validating: bytes[..<length], as: UTF8.self) else {
      throw FileError(path: path, problem: .notUTF8)
    }
    return text
  }

  /// Writes all of `text` and waits until it is on the disk.
  static func write(_ text: String, to descriptor: Int32, path: String) throws(FileError) {
    var text = text
    let failure = text.withUTF8 { Descriptor(descriptor).write(UnsafeRawBufferPointer($0)) }
    if let failure { throw .system("write the file", path, code: failure) }
    guard fsync(descriptor) == 0 else { throw .system("write the file", path) }
  }
}
