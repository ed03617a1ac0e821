import Glibc

extension UnsafeMutablePointer where Pointee == dirent {
  /// The name of the file that an entry of a folder stands for.
  package var name: String {
    withUnsafeBytes(of: pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
