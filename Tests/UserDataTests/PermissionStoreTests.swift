import Foundation
import TestSupport
import Testing

@testable import SystemSupport
@testable import UserData

@Suite struct PermissionStoreTests {
  private let root: TemporaryFolder
  private let folder: String
  private let policy: String
  private let store: PermissionStore

  init() throws {
    root = try TemporaryFolder()
    folder = root.path + "/config/speakcall"
    policy = root.path + "/policy"
    store = PermissionStore(folder: folder, policy: policy)
  }

  /// Writes the permission file as an editor would, with the given modes.
  private func write(_ text: String, mode: mode_t = 0o644, folderMode: mode_t = 0o755) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: store.file))
    #expect(chmod(store.file, mode) == 0)
    #expect(chmod(folder, folderMode) == 0)
  }

  private func expect(
    _ permission: Permission, _ reason: String?, file: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = PermissionDecision(permission: permission, file: file ?? store.file, reason: reason)
    #expect(store.decision() == expected, sourceLocation: sourceLocation)
  }

  @Test func absenceMeansUndetermined() throws {
    expect(.undetermined, "there is no such file")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    expect(.undetermined, "there is no such file")
  }

  @Test(arguments: ["granted", "granted\n", "# by me\n\n  granted\t\r\n#end", "#denied\ngranted"])
  func granted(text: String) throws {
    try write(text)
    expect(.granted, nil)
  }

  @Test func denied() throws {
    try write("# no\ndenied\n")
    expect(.denied, nil)
  }

  @Test(arguments: [
    "", "# granted", "Granted", "granted denied", "granted\ngranted", "granted # yes", "yes", "\0granted",
  ])
  func anythingElseIsDenied(text: String) throws {
    try write(text)
    expect(.denied, "it holds neither the one word 'granted' nor 'denied'")
  }

  @Test func longFilesAndOtherEncodingsAreDenied() throws {
    try write("granted\n" + String(repeating: "#", count: 4089))
    expect(.denied, "longer than 4096 bytes")
    try write("granted\n" + String(repeating: "#", count: 4088))
    expect(.granted, nil)
    try Data([0x67, 0xFF]).write(to: URL(filePath: store.file))
    expect(.denied, "not UTF-8 text")
  }

  @Test(arguments: [0o664, 0o646, 0o602, 0o620] as [mode_t])
  func filesWritableByOthersAreDenied(mode: mode_t) throws {
    try write("granted", mode: mode)
    expect(.denied, "open to others (mode \(String(mode, radix: 8)))")
  }

  @Test(arguments: [0o775, 0o757, 0o1777] as [mode_t])
  func foldersWritableByOthersAreDenied(mode: mode_t) throws {
    try write("granted", folderMode: mode)
    expect(.denied, "open to others (mode \(String(mode, radix: 8)))", file: folder)
    let error = #expect(throws: FileError.self) { try store.decide(granted: true) }
    #expect(error?.remedy == "chmod go-w '\(folder)'")
  }

  @Test(arguments: [0o600, 0o400, 0o644, 0o755] as [mode_t])
  func filesReadableByOthersCount(mode: mode_t) throws {
    try write("granted", mode: mode, folderMode: 0o700)
    expect(.granted, nil)
  }

  @Test func symbolicLinksAreDenied() throws {
    try write("granted")
    try FileManager.default.moveItem(atPath: store.file, toPath: folder + "/elsewhere")
    #expect(symlink(folder + "/elsewhere", store.file) == 0)
    expect(.denied, "a symbolic link")
    try store.decide(granted: true)
    expect(.granted, nil)
    #expect(try String(contentsOfFile: folder + "/elsewhere", encoding: .utf8) == "granted")
  }

  @Test func aLinkedFolderIsDenied() throws {
    try write("granted")
    let real = root.path + "/real"
    try FileManager.default.moveItem(atPath: folder, toPath: real)
    #expect(symlink(real, folder) == 0)
    expect(.denied, "a symbolic link", file: folder)
  }

  @Test func otherKindsOfFilesAreDenied() throws {
    try write("granted")
    try FileManager.default.removeItem(atPath: store.file)
    #expect(mkfifo(store.file, 0o600) == 0)
    expect(.denied, "not a plain file")
    try FileManager.default.removeItem(atPath: store.file)
    try FileManager.default.createDirectory(atPath: store.file, withIntermediateDirectories: false)
    expect(.denied, "not a plain file")
    try FileManager.default.removeItem(atPath: folder)
    try Data().write(to: URL(filePath: folder))
    expect(.denied, "not a folder", file: folder)
  }

  @Test func anUnreadableFileIsDenied() throws {
    try write("granted", mode: 0)
    if geteuid() == 0 { expect(.granted, nil) } else { expect(.denied, "cannot open the file: Permission denied") }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func filesOfOtherUsersAreDenied() throws {
    try write("granted")
    #expect(chown(store.file, 12345, 0) == 0)
    expect(.denied, "owned by user 12345, not by user 0")
    #expect(chown(store.file, 0, 0) == 0)
    #expect(chown(folder, 12345, 0) == 0)
    expect(.denied, "owned by user 12345, not by user 0", file: folder)
  }

  @Test func decisionsReplaceEachOther() throws {
    try store.decide(granted: true)
    expect(.granted, nil)
    try store.decide(granted: false)
    expect(.denied, nil)
    try store.reset()
    try store.reset()
    expect(.undetermined, "there is no such file")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func decisionsAreTheOwnersAlone() throws {
    try store.decide(granted: true)
    for (path, mode) in [(store.file, 0o600), (folder, 0o700), (root.path + "/config", 0o700)] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
    }
  }

  @Test func aFailedDecisionLeavesNothing() throws {
    try FileManager.default.createDirectory(atPath: store.file + "/full", withIntermediateDirectories: true)
    let error = #expect(throws: FileError.self) { try store.decide(granted: true) }
    #expect(error?.description == "\(store.file): cannot replace the file: Is a directory")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["permission"])
  }

  @Test(arguments: [
    ("injection = disabled", nil), ("# off\ninjection=disabled\n", nil), ("  injection =\tdisabled ", nil),
    ("injection = allowed\ninjection = disabled", nil), ("nonsense\ninjection = disabled", nil),
    ("injection = off", "'injection = off' is neither 'injection = allowed' nor 'injection = disabled'"),
    ("injection", "'injection' is neither 'injection = allowed' nor 'injection = disabled'"),
    ("injecton = allowed", "'injecton = allowed' is neither 'injection = allowed' nor 'injection = disabled'"),
    (
      "injection = allowed = x", "'injection = allowed = x' is neither 'injection = allowed' nor 'injection = disabled'"
    ),
  ])
  func policiesThatDisable(text: String, reason: String?) throws {
    try write("granted")
    try Data(text.utf8).write(to: URL(filePath: policy))
    expect(.serviceDisabled, reason, file: policy)
  }

  @Test(arguments: ["", "# injection = disabled\n", "injection = allowed", "injection=allowed\n"])
  func policiesThatAllow(text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: policy))
    try write("granted")
    expect(.granted, nil)
  }

  @Test func anUnreadablePolicyDisables() throws {
    try FileManager.default.createDirectory(atPath: policy, withIntermediateDirectories: false)
    expect(.serviceDisabled, "cannot read the file: Is a directory", file: policy)
  }

  @Test func theSystemsPolicyIsTheDefault() {
    #expect(PermissionStore(folder: "/x").files == ["/x/permission", "/etc/speakcall/policy"])
  }
}
