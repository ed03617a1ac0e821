import Foundation
import TestSupport

/// A program of the system that a test asks for its opinion.
struct Tool {
  let path: String

  /// Finds a program on the search path.
  init?(_ name: String) {
    let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin"].split(separator: ":")
    guard let path = folders.map({ "\($0)/\(name)" as String }).first(where: { access($0, X_OK) == 0 }) else {
      return nil
    }
    self.path = path
  }

  /// Whether the program is installed.
  static func exists(_ name: String) -> Bool { Tool(name) != nil }

  /// Runs the program to its end, and returns what it wrote to both streams and its status.
  func run(_ arguments: [String], input: String = "") async throws -> (output: String, status: Int32) {
    let folder = try TemporaryFolder()
    let (inputFile, outputFile) = (folder.path + "/input", folder.path + "/output")
    try Data(input.utf8).write(to: URL(filePath: inputFile))
    try Data().write(to: URL(filePath: outputFile))
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.standardInput = FileHandle(forReadingAtPath: inputFile)
    let output = FileHandle(forWritingAtPath: outputFile)
    process.standardOutput = output
    process.standardError = output
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in continuation.finish() }
    try process.run()
    for await _ in ended {}
    return (try String(contentsOfFile: outputFile, encoding: .utf8), process.terminationStatus)
  }
}
