import Foundation
import TestSupport
import Testing

@testable import SystemSupport

@Suite(.timeLimit(.minutes(1))) struct UserDocumentTests {
  private struct Mistake: Error, Equatable {}

  @Test func changesAtOnceAreAllKept() throws {
    let folder = try TemporaryFolder()
    let document = UserDocument(folder: folder.path + "/config", name: "list.json", initial: [Int]())
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<10 {
        #expect(throws: Never.self) { try document.change { $0.append(thread * 10 + number) } }
      }
    }
    #expect(try document.read().value.sorted() == Array(0..<80))
  }

  @Test func aChangeThatIsGivenUpLeavesTheFile() throws {
    let folder = try TemporaryFolder()
    let document = UserDocument(folder: folder.path, name: "list.json", initial: [Int]())
    _ = try document.change { $0 = [1] }
    let change = try document.change { (list) throws(Mistake) in
      list = [2]
      throw Mistake()
    }
    #expect(throws: Mistake.self) { try change.result.get() }
    #expect(try document.read().value == [1])
  }

  @Test func aDamagedFileIsSetAsideBeforeAChange() throws {
    let folder = try TemporaryFolder()
    let document = UserDocument(folder: folder.path, name: "list.json", initial: [0])
    try Data("[1,".utf8).write(to: URL(filePath: document.path))
    #expect(chmod(document.path, 0o600) == 0)
    #expect(try document.read(settingAside: false).damage?.hasSuffix("is damaged (not JSON)") == true)
    let change = try document.change { $0.append(1) }
    #expect(change.damage?.contains("list.json.damaged-") == true)
    #expect(try document.read().value == [0, 1])
  }
}
