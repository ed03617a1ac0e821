import Foundation
import TestSupport

@testable import SpeakCallCommands

/// The status and output of a command that ran in this process, with its streams in files.
struct Captured: Equatable {
  let status: Int32
  let output: String
  let error: String

  init(status: Int32, output: String, error: String) {
    self.status = status
    self.output = output
    self.error = error
  }

  init(_ arguments: [String], environment: [String: String] = [:], input: String = "") throws {
    let folder = try TemporaryFolder()
    try Data(input.utf8).write(to: URL(filePath: folder.path + "/input"))
    let descriptors = ["input", "output", "error"].map { open(folder.path + "/" + $0, O_RDWR | O_CREAT, 0o600) }
    defer { descriptors.forEach { close($0) } }
    let terminal = Terminal(
      input: descriptors[0], output: descriptors[1], error: descriptors[2], environment: environment)
    status = SpeakCall.main(arguments: arguments, environment: environment, terminal: terminal)
    output = try String(contentsOfFile: folder.path + "/output", encoding: .utf8)
    error = try String(contentsOfFile: folder.path + "/error", encoding: .utf8)
  }
}
