import Foundation
import TestSupport
import Testing

@testable import SpeakCallCommands
@testable import UserData

@Suite(.timeLimit(.minutes(1)), .enabled(if: access("/etc/speakcall/policy", F_OK) != 0, "this machine has a policy"))
struct PermissionCommandTests {
  private let root: TemporaryFolder
  private let environment: [String: String]
  private let file: String

  init() throws {
    root = try TemporaryFolder()
    environment = ["HOME": root.path]
    file = root.path + "/.config/speakcall/permission"
  }

  private func permission(_ operand: String...) throws -> Captured {
    try Captured(["permission"] + operand, environment: environment)
  }

  @Test func everyState() throws {
    func captured(_ status: Int32, _ output: String) -> Captured { Captured(status: status, output: output, error: "") }
    #expect(try permission() == captured(77, "undetermined\n  \(file): there is no such file\n"))
    #expect(try permission("grant") == captured(0, "granted\n  \(file)\n"))
    #expect(try permission() == captured(0, "granted\n  \(file)\n"))
    #expect(try permission("deny") == captured(0, "denied\n  \(file)\n"))
    #expect(try permission() == captured(77, "denied\n  \(file)\n"))
    #expect(try permission("reset") == captured(0, "undetermined\n  \(file): there is no such file\n"))
  }

  @Test func untrustedFolder() throws {
    _ = try permission("grant")
    let folder = root.path + "/.config/speakcall"
    #expect(chmod(folder, 0o777) == 0)
    #expect(try permission().output == "denied\n  \(folder): open to others (mode 777)\n")
    let refused = try permission("grant")
    #expect(refused.status == 73)
    #expect(refused.error == "speakcall: \(folder): open to others (mode 777). Next: chmod go-w '\(folder)'\n")
  }

  @Test func invalidInstance() throws {
    let captured = try Captured(["permission"], environment: environment.merging(["SPEAKCALL_INSTANCE": "a/b"]) { $1 })
    #expect(captured.status == 64 && captured.error.contains("SPEAKCALL_INSTANCE is 'a/b'"))
  }

  private func gate(_ terminal: Terminal) -> Failure? {
    do throws(Failure) {
      try PermissionGate.require(in: CommandContext(environment: environment, terminal: terminal))
      return nil
    } catch {
      return error
    }
  }

  @Test func gateWithoutTerminal() throws {
    let folder = try TemporaryFolder()
    let nobody = open(folder.path + "/none", O_RDWR | O_CREAT, 0o600)
    defer { close(nobody) }
    let terminal = Terminal(input: nobody, output: nobody, error: nobody, environment: environment)
    let undetermined = gate(terminal)
    #expect(undetermined?.status == .noPermission && undetermined?.next == "speakcall permission grant")
    _ = try permission("deny")
    #expect(gate(terminal)?.message == "permission to speak into calls is denied (\(file))")
    _ = try permission("grant")
    #expect(gate(terminal) == nil)
  }

  @Test(
    arguments: [
      ("y\n", nil, "granted\n"), ("YES\n", nil, "granted\n"), ("n\n", 77, "denied\n"),
      ("what?\n no \n", 77, "denied\n"), ("\u{4}", 77, nil),
    ] as [(String, Int32?, String?)])
  func gateAsksOnceOnTerminal(answer: String, status: Int32?, written: String?) throws {
    let pty = try PseudoTerminal()
    // Typed ahead: the terminal holds the answer until the question.
    pty.type(answer)
    let terminal = Terminal(input: pty.terminal, output: pty.terminal, error: pty.terminal, environment: environment)
    #expect(terminal.isInteractive)
    #expect(gate(terminal)?.status.rawValue == status)
    terminal.report("asked")
    #expect(pty.shown(until: "asked").contains("May speakcall speak into your calls? [y/n] "))
    #expect(FileManager.default.contents(atPath: file) == written.map { Data($0.utf8) })
    guard written != nil else { return }
    #expect(gate(terminal)?.status.rawValue == status)
    terminal.report("asked again")
    #expect(!pty.shown(until: "asked again").contains("[y/n]"))
  }

  @Test func failuresNameFileAndNextCommand() {
    for permission in [Permission.denied, .undetermined, .serviceDisabled] {
      let failure = PermissionGate.failure(
        for: PermissionDecision(permission: permission, file: "/f", reason: "because"))
      #expect(failure.status == .noPermission && failure.message.hasSuffix("(/f: because)"))
      #expect(failure.next?.hasPrefix("speakcall permission") == true)
    }
  }
}
