import Glibc

/// Programs that do their work and end.
public enum Command {
  /// Runs a program; returns its standard output, or throws with its status and standard error.
  @discardableResult
  public static func run(
    _ command: [String], environment: [String: String], directory: PrivateDirectory
  ) throws -> String {
    let output = "\(directory.path)/output-\(UInt64.random(in: 0 ... .max))"
    defer {
      unlink(output)
      unlink(output + ".errors")
    }
    let process = try SupervisedProcess(
      command, environment: environment, output: output, errors: output + ".errors")
    let status = process.waitUntilExit()
    guard status == 0 else {
      let errors = String(decoding: try readFile(output + ".errors"), as: UTF8.self)
      throw SupportError("\(command.joined(separator: " ")): status \(status), \(errors)")
    }
    return String(decoding: try readFile(output), as: UTF8.self)
  }
}

/// The bytes of a file, from `offset` on.
public func readFile(_ path: String, from offset: Int = 0) throws -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw SupportError("\(path): \(String(cString: strerror(errno)))") }
  defer { close(file) }
  let size = Int(lseek(file, 0, SEEK_END))
  var bytes = [UInt8](repeating: 0, count: max(0, size - offset))
  let count = pread(file, &bytes, bytes.count, off_t(offset))
  return Array(bytes.prefix(max(0, count)))
}
