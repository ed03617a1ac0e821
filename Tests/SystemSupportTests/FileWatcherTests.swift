import Foundation
import TestSupport
import Testing

@testable import SystemSupport

@Suite(.serialized, .timeLimit(.minutes(1))) struct FileWatcherTests {
  private let root: TemporaryFolder
  private let file: String

  init() throws {
    root = try TemporaryFolder()
    file = root.path + "/a/b/file"
  }

  /// Makes a change that the kernel reports in a single event, and waits until the watcher has reported it.
  private func expectChange(
    _ changes: inout AsyncStream<Void>.Iterator, after act: () throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try act()
    let change: Void? = await changes.next()
    #expect(change != nil, sourceLocation: sourceLocation)
  }

  private func makeFolders() throws {
    try FileManager.default.createDirectory(atPath: root.path + "/a/b", withIntermediateDirectories: true)
  }

  private func write(_ text: String, to path: String? = nil) throws {
    try Data(text.utf8).write(to: URL(filePath: path ?? file))
  }

  @Test func creationReplacementAndRemoval() async throws {
    try makeFolders()
    for name in ["one", "two"] { try write(name, to: "\(root.path)/\(name)") }
    let watcher = try FileWatcher(files: [file])
    var changes = watcher.changes.makeAsyncIterator()
    try await expectChange(&changes) { #expect(link(root.path + "/one", file) == 0) }
    try await expectChange(&changes) { #expect(rename(root.path + "/two", file) == 0) }
    try await expectChange(&changes) { #expect(chmod(file, 0o600) == 0) }
    try await expectChange(&changes) { #expect(unlink(file) == 0) }
    try await expectChange(&changes) { try write("three") }
  }

  @Test func writingInPlaceWithoutClosing() async throws {
    try makeFolders()
    try write("one")
    let handle = try #require(FileHandle(forWritingAtPath: file))
    let watcher = try FileWatcher(files: [file])
    var changes = watcher.changes.makeAsyncIterator()
    try await expectChange(&changes) { try handle.write(contentsOf: Data("two".utf8)) }
    try handle.close()
  }

  @Test func foldersThatAppearLater() async throws {
    let watcher = try FileWatcher(files: [file])
    var changes = watcher.changes.makeAsyncIterator()
    try await expectChange(&changes) { #expect(mkdir(root.path + "/a", 0o700) == 0) }
    try await expectChange(&changes) { #expect(mkdir(root.path + "/a/b", 0o700) == 0) }
    try await expectChange(&changes) { try write("one") }
  }

  @Test func foldersThatGoAndComeBack() async throws {
    try makeFolders()
    try write("one")
    let watcher = try FileWatcher(files: [file])
    var changes = watcher.changes.makeAsyncIterator()
    try await expectChange(&changes) { #expect(rename(root.path + "/a", root.path + "/away") == 0) }
    try await expectChange(&changes) { #expect(rename(root.path + "/away", root.path + "/a") == 0) }
    try await expectChange(&changes) { #expect(unlink(file) == 0) }
    try await expectChange(&changes) { #expect(rmdir(root.path + "/a/b") == 0) }
    try await expectChange(&changes) { #expect(mkdir(root.path + "/a/b", 0o700) == 0) }
    try await expectChange(&changes) { try write("two") }
  }

  @Test func theFoldersOwnMode() async throws {
    try makeFolders()
    let watcher = try FileWatcher(files: [file])
    var changes = watcher.changes.makeAsyncIterator()
    try await expectChange(&changes) { #expect(chmod(root.path + "/a/b", 0o777) == 0) }
  }

  @Test func severalFiles() async throws {
    try makeFolders()
    let other = root.path + "/a/other"
    let watcher = try FileWatcher(files: [file, other])
    var changes = watcher.changes.makeAsyncIterator()
    try await expectChange(&changes) { #expect(mkdir(other, 0o700) == 0) }
    try await expectChange(&changes) { #expect(mkdir(file, 0o700) == 0) }
    try await expectChange(&changes) { #expect(rmdir(other) == 0) }
  }

  @Test func otherFilesDoNotCount() async throws {
    try makeFolders()
    let watches = try FileWatches(files: [file])
    try write("x", to: root.path + "/a/b/other")
    try write("x", to: root.path + "/a/other")
    let end = try WakeSignal(for: "a test")
    end.signal()
    #expect(watches.waitForChange(orEnd: end) == false)
    #expect(!watches.hasRelevantEvent())
    try write("x")
    #expect(watches.hasRelevantEvent())
  }

  @Test func aWatchThatTheKernelRefusesEndsWithAnError() async throws {
    let loop = root.path + "/loop"
    let watcher = try FileWatcher(files: [loop + "/file"])
    #expect(watcher.failure == nil)
    #expect(symlink("loop", loop) == 0)
    for await _ in watcher.changes {}
    #expect(watcher.failure == .system("watch the folder", loop, code: ELOOP))
  }

  @Test func theStreamEndsWithTheWatcherAndLeavesNothingOpen() async throws {
    // Other tests open and close files meanwhile, but only these watch.
    func count() throws -> Int {
      let folder = "/proc/self/fd"
      return try FileManager.default.contentsOfDirectory(atPath: folder).count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == "anon_inode:inotify"
      }
    }
    try makeFolders()
    let before = try count()
    for _ in 0..<50 {
      let changes = try FileWatcher(files: [file]).changes
      for await _ in changes {}
    }
    for _ in 0..<50 {
      let watcher = try FileWatcher(files: [file])
      let reader = Task { for await _ in watcher.changes {} }
      reader.cancel()
      await reader.value
    }
    while try count() > before { try await Task.sleep(for: .milliseconds(5)) }
  }
}
