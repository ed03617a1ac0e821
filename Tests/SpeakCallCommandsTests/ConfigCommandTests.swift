import Foundation
import TestSupport
import Testing

@testable import SpeakCallCommands
@testable import SpeechSynthesis
@testable import UserData

@Suite(.timeLimit(.minutes(1))) final class ConfigCommandTests {
  private let folder: TemporaryFolder
  private var environment: [String: String] { ["XDG_CONFIG_HOME": folder.path, "HOME": folder.path] }
  private var path: String { folder.path + "/speakcall/config.json" }

  init() throws { folder = try TemporaryFolder() }

  private func config(_ arguments: String...) throws -> Captured {
    try Captured(["config"] + arguments, environment: environment)
  }

  private func settings() throws -> Settings { try Settings(SettingsFile(folder: folder.path + "/speakcall")) }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/speakcall", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test func setGetAndUnset() throws {
    for (name, value) in [("rate", "130"), ("gain", "-3.5"), ("queue", "keep"), ("voice", "en-us+steph")] {
      #expect(try config("set", name, value) == Captured(status: 0, output: "", error: ""))
      #expect(try config("get", name).output == value + "\n")
    }
    #expect(try config("unset", "rate").status == 0)
    #expect(try config("get", "rate") == Captured(status: 1, output: "", error: ""))
    #expect(try settings().text("voice") == "en-us+steph")
  }

  @Test(arguments: [
    (["set", "rate", "fast"], "setting 'rate' takes an integer from 80 to 450, not 'fast'"),
    (["set", "rate", "79"], "not '79'"), (["set", "microphone", "off"], "takes mix, duck or mute, not 'off'"),
    (["set", "voice", "en-us+stef"], "no voice variant is called “stef”; nearest: Steph"),
    (["set", "rat", "100"], "unknown setting 'rat' (did you mean 'rate'?)"),
    (["set", "rate"], "config set rate needs a value: an integer from 80 to 450"),
    (["set"], "config set needs the name of a setting"), (["get", "rate", "1"], "takes one operand, but got '1'"),
  ])
  func invalidSettingsAreRejected(arguments: [String], message: String) throws {
    let result = try Captured(["config"] + arguments, environment: environment)
    #expect(result.status == 64 && result.error.contains(message), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func unknownSettingsAreKeptAndReported() throws {
    try write(#"{"foo":[1,{"a":null},true,2.5],"rate":"fast"}"#)
    let list = try config()
    #expect(list.error.contains("'foo'") && list.error.contains("not 'fast'; using the default"))
    #expect(try config("set", "pitch", "30").status == 0)
    let kept = try settings().values
    #expect(kept["foo"] == .list([.integer(1), .object(["a": .null]), .boolean(true), .number(2.5)]))
    #expect(kept["rate"] == .text("fast") && kept["pitch"] == .integer(30))
    #expect(try settings()["rate"] == nil)
    #expect(try config("unset", "foo").status == 0)
    #expect(try settings().unknown.isEmpty)
  }

  @Test func damagedFileIsSetAside() throws {
    try write("{\"rate\":")
    #expect(try config("set", "pitch", "30").error.contains("is damaged (not JSON) and is now"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/speakcall")
    #expect(names.count { !$0.hasPrefix(".") } == 2 && names.contains { $0.hasPrefix("config.json.damaged-") })
  }

  @Test func optionsOverrideSettings() throws {
    try write(#"{"rate":100,"language":"de","pitch":20}"#)
    let context = CommandContext(environment: environment, terminal: Terminal(environment: [:]))
    func speech(_ arguments: String...) throws -> SpeechSettings {
      try context.speechSettings(from: ArgumentParser.parse(arguments, for: SayCommand.declaration))
    }
    #expect(try speech() == SpeechSettings(voice: "de", rate: 100, pitch: 20))
    #expect(
      try speech("-r", "200", "-v", "en", "-g", "3") == SpeechSettings(voice: "en", rate: 200, pitch: 20, gain: 3))
  }
}
