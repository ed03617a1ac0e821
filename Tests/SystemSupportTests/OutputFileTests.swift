import Foundation
import TestSupport
import Testing

@testable import SystemSupport

struct OutputFileTests {
  @Test func appearsWhenItIsComplete() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/out"
    try "old".write(toFile: path, atomically: false, encoding: .utf8)
    chmod(path, 0o640)
    var file = try OutputFile.replacing(path)
    try file.write(Array("hello".utf8))
    try file.rewrite(Array("J".utf8), at: 0)
    #expect(try contents(path) == "old")
    try file.finish()
    #expect(try contents(path) == "Jello")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out"])
  }

  @Test func leavesNothingWhenItIsGivenUp() throws {
    let folder = try TemporaryFolder()
    func giveUp() throws {
      var file = try OutputFile.replacing("\(folder.path)/out")
      try file.write([1])
    }
    try giveUp()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func followsASymbolicLink() throws {
    let folder = try TemporaryFolder()
    try "old".write(toFile: "\(folder.path)/real", atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "real")
    var file = try OutputFile.replacing("\(folder.path)/link")
    try file.write(Array("new".utf8))
    try file.finish()
    #expect(try contents("\(folder.path)/real") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/link") == "real")
  }

  @Test func writesWhatIsNoPlainFileInPlace() throws {
    var file = try OutputFile.replacing("/dev/null")
    try file.write([1])
    let isRewritable = file.isRewritable
    #expect(!isRewritable)
    try file.finish()
  }

  @Test func tellsWhatCannotBeWritten() throws {
    #expect(throws: FileError.system("write the file", "/nowhere/out", code: ENOENT)) {
      _ = try OutputFile.replacing("/nowhere/out")
    }
    #expect(throws: FileError.system("write the file", "/tmp", code: EISDIR)) { _ = try OutputFile.replacing("/tmp") }
  }

  private func contents(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
