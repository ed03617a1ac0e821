import Foundation
import TestSupport
import Testing

@testable import SystemSupport

@Suite struct XDGPathsTests {
  @Test func theVariablesDecide() throws {
    let paths = try XDGPaths(
      environment: ["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/r"])
    #expect(paths.configuration == "/c/speakcall")
    #expect(paths.state == "/s/speakcall")
    #expect(paths.runtime == "/r/speakcall")
    #expect(paths.socket == "/r/speakcall/agent.socket")
    #expect(paths.instance == nil)
  }

  @Test(arguments: [[:], ["XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "relative", "XDG_RUNTIME_DIR": "./r"]])
  func withoutThemHomeDoes(variables: [String: String]) throws {
    let paths = try XDGPaths(environment: variables.merging(["HOME": "/h"]) { $1 }, user: 4711)
    #expect(paths.configuration == "/h/.config/speakcall")
    #expect(paths.state == "/h/.local/state/speakcall")
    #expect(paths.runtime == "/tmp/speakcall-4711")
  }

  @Test func withoutHomeTheAccountDoes() throws {
    let home = try #require(getpwuid(geteuid())?.pointee.pw_dir)
    #expect(try XDGPaths(environment: [:]).configuration == String(cString: home) + "/.config/speakcall")
    #expect(throws: PathError.noHome(user: 4_000_000_000)) { try XDGPaths(environment: [:], user: 4_000_000_000) }
  }

  @Test func anInstanceHasItsOwnSocketAndState() throws {
    let paths = try XDGPaths(environment: ["HOME": "/h", "XDG_RUNTIME_DIR": "/r", "SPEAKCALL_INSTANCE": "Two_2-b"])
    #expect(paths.instance == "Two_2-b")
    #expect(paths.socket == "/r/speakcall/agent_Two_2-b.socket")
    #expect(paths.state == "/h/.local/state/speakcall/instance_Two_2-b")
    #expect(paths.configuration == "/h/.config/speakcall")
    #expect(try XDGPaths(environment: ["HOME": "/h", "SPEAKCALL_INSTANCE": ""]).instance == nil)
  }

  @Test(arguments: ["a b", "../x", "ä", "a.b", "a\n", String(repeating: "x", count: 33)])
  func namesThatAreNoInstances(name: String) {
    #expect(throws: PathError.badInstance(name)) {
      try XDGPaths(environment: ["HOME": "/h", "SPEAKCALL_INSTANCE": name])
    }
  }

  @Test func theRuntimeFolderIsTheOwnersAlone() throws {
    let root = try TemporaryFolder()
    let paths = try XDGPaths(environment: ["HOME": "/h", "XDG_RUNTIME_DIR": root.path])
    try paths.prepareRuntime()
    try paths.prepareRuntime()
    #expect(try FileManager.default.attributesOfItem(atPath: paths.runtime)[.posixPermissions] as? Int == 0o700)
    #expect(chmod(paths.runtime, 0o750) == 0)
    let error = #expect(throws: FileError.self) { try paths.prepareRuntime() }
    #expect(error?.description == "\(paths.runtime): open to others (mode 750)")
    #expect(error?.remedy == "chmod go-rwx '\(paths.runtime)'")
  }

  @Test func aRuntimeFolderIsNoLink() throws {
    let root = try TemporaryFolder()
    let paths = try XDGPaths(environment: ["HOME": "/h", "XDG_RUNTIME_DIR": root.path])
    #expect(mkdir(root.path + "/other", 0o700) == 0)
    #expect(symlink(root.path + "/other", paths.runtime) == 0)
    let error = #expect(throws: FileError.self) { try paths.prepareRuntime() }
    #expect(error == FileError(path: paths.runtime, problem: .symbolicLink))
  }

  @Test func theSystemsRuntimeFolderHasToBeThere() throws {
    let root = try TemporaryFolder()
    let paths = try XDGPaths(environment: ["HOME": "/h", "XDG_RUNTIME_DIR": root.path + "/none"])
    let error = #expect(throws: FileError.self) { try paths.prepareRuntime() }
    #expect(
      error?.description.hasSuffix("/none: cannot open the folder of XDG_RUNTIME_DIR: No such file or directory")
        == true)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give folders away"))
  func aRuntimeFolderOfAnotherUserIsRefused() throws {
    let root = try TemporaryFolder()
    let paths = try XDGPaths(environment: ["HOME": "/h", "XDG_RUNTIME_DIR": root.path])
    try paths.prepareRuntime()
    #expect(chown(paths.runtime, 12345, 0) == 0)
    let error = #expect(throws: FileError.self) { try paths.prepareRuntime() }
    #expect(error == FileError(path: paths.runtime, problem: .owner(found: 12345, expected: 0)))
    #expect(chown(root.path, 12345, 0) == 0)
    let outer = #expect(throws: FileError.self) { try paths.prepareRuntime() }
    #expect(outer == FileError(path: root.path, problem: .owner(found: 12345, expected: 0)))
  }
}
