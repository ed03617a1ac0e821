import CProcess
import Glibc

/// The environment of a process.
public enum Environment {
  /// The variables of this process.
  ///
  /// Nothing in this program changes them after its start.
  public static var current: [String: String] {
    var variables: [String: String] = [:]
    guard var next = process_environment() else { return variables }
    while let entry = next.pointee {
      if let sign = strchr(entry, CInt(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: entry, count: sign - entry)
        variables[String(decoding: name, as: UTF8.self)] = String(cString: sign + 1)
      }
      next += 1
    }
    return variables
  }
}
