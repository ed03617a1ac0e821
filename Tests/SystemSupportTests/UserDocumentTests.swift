import Foundation
import TestSupport
import Testing

@testable import SystemSupport

@Suite(.timeLimit(.minutes(1))) struct UserDocumentTests {
  private struct Mistake: Error, Equatable {}

  @Test func changesAtOnceAreAllKept() throws {
    let folder = try TemporaryFolder()
    let document = UserDocument(folder: folder.path + "/config", name: "list.json")
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<10 {
        #expect(throws: Never.self) { try document.change(from: [Int]()) { $0.append(thread * 10 + number) } }
      }
    }
    #expect(try document.read([Int].self).value?.sorted() == Array(0..<80))
  }

  @Test func aChangeThatIsGivenUpLeavesTheFile() throws {
    let folder = try TemporaryFolder()
    let document = UserDocument(folder: folder.path, name: "list.json")
    _ = try document.change(from: [Int]()) { $0 = [1] }
    let change = try document.change(from: [Int]()) { (list) throws(Mistake) in
      list = [2]
      throw Mistake()
    }
    #expect(throws: Mistake.self) { try change.result.get() }
    #expect(try document.read([Int].self).value == [1])
  }

  @Test func aDamagedFileIsSetAsideBeforeAChange() throws {
    let folder = try TemporaryFolder()
    let document = UserDocument(folder: folder.path, name: "list.json")
    try Data("[1,".utf8).write(to: URL(filePath: document.path))
    #expect(chmod(document.path, 0o600) == 0)
    #expect(try document.read([Int].self, settingAside: false).damage?.hasSuffix("is damaged (not JSON)") == true)
    let change = try document.change(from: [0]) { $0.append(1) }
    #expect(change.damage?.contains("list.json.damaged-") == true)
    #expect(try document.read([Int].self).value == [0, 1])
  }
}
