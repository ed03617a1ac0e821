import Foundation
import TestSupport
import Testing

@testable import SpeakCallCommands

@Suite struct SpeakCallTests {
  private static let names = SpeakCall.commands.map { $0.declaration.name }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func overviewListsAllCommands(arguments: [String]) throws {
    let captured = try Captured(arguments)
    #expect(captured.status == 0 && captured.error == "")
    #expect(captured.output == HelpText.overview(width: 80))
    for command in SpeakCall.commands.map({ $0.declaration }) {
      let isListed = captured.output.contains("\n  \(command.name) ")
      #expect(isListed == !command.isHidden, "\(command.name)")
    }
  }

  @Test(arguments: names)
  func helpAndVersionOfCommands(name: String) throws {
    let page = try Captured(["help", name])
    #expect(page.status == 0 && page.output.contains("\nusage: speakcall \(name)"))
    for arguments in [[name, "--help"], [name, "-h"], [name, "--nonsense", "--help"]] {
      #expect(try Captured(arguments) == page)
    }
    #expect(try Captured([name, "--version"]).output == "speakcall 0.1.0\n")
  }

  @Test func theVersion() throws {
    #expect(try Captured(["--version"]) == Captured(status: 0, output: "speakcall 0.1.0\n", error: ""))
  }

  @Test(arguments: [
    (["hlep"], "unknown command 'hlep' (did you mean 'help'?). Next: speakcall help help"),
    (
      ["permision", "--help"],
      "unknown command 'permision' (did you mean 'permission'?). Next: speakcall help permission"
    ),
    (
      ["help", "completion"],
      "unknown command 'completion' (did you mean 'completions'?). Next: speakcall help completions"
    ),
    (
      ["--verison"],
      "unknown option '--verison' before the command (did you mean '--version'?). Next: speakcall help"
    ),
    (["completions"], "command 'completions' needs bash, zsh or fish. Next: speakcall help completions"),
    (
      ["permission\u{1B}[2J\n"],
      "unknown command 'permission\\u{1B}[2J\\n' (did you mean 'permission'?). Next: speakcall help permission"
    ),
  ])
  func usageErrors(arguments: [String], message: String) throws {
    let captured = try Captured(arguments)
    #expect(captured == Captured(status: 64, output: "", error: "speakcall: \(message)\n"))
  }

  @Test func missingCommandPrintsOverview() throws {
    let captured = try Captured([])
    #expect(captured.status == 64 && captured.output == "")
    #expect(captured.error == HelpText.overview(width: 80) + "speakcall: no command given. Next: speakcall help\n")
  }

  @Test func declarationsAreConsistent() {
    for command in SpeakCall.commands.map({ $0.declaration }) {
      let names = command.options.map(\.name)
      let letters = command.options.compactMap(\.short)
      #expect(Set(names).count == names.count && Set(letters).count == letters.count, "\(command.name)")
      #expect(!names.contains("help") && !names.contains("version") && !letters.contains("h"), "\(command.name)")
      #expect(command.exclusiveOptions.joined().allSatisfy(names.contains), "\(command.name)")
      let texts = [command.abstract] + command.options.map(\.help)
      #expect(texts.allSatisfy { !$0.hasSuffix(".") && $0.first?.isUppercase == false }, "\(command.name)")
      for (operand, next) in zip(command.operands, command.operands.dropFirst()) {
        #expect(operand.count == .required || operand.count == .optional && next.count != .required, "\(command.name)")
      }
    }
    #expect(Set(Self.names).count == Self.names.count)
  }

  @Test func examplesParse() throws {
    for command in SpeakCall.commands.map({ $0.declaration }) {
      let lines = command.examples.map(\.line)
      #expect(lines.isEmpty || lines.contains { $0.contains("speakcall \(command.name)") }, "\(lines)")
      #expect(lines.allSatisfy { $0.contains("speakcall ") }, "\(lines)")
    }
  }

  @Test func unwritableOutput() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let errors = try TemporaryFolder()
    let error = open(errors.path + "/error", O_RDWR | O_CREAT, 0o600)
    defer { close(error) }
    let terminal = Terminal(output: full, error: error, environment: [:])
    #expect(SpeakCall.main(arguments: ["help"], environment: [:], terminal: terminal) == 73)
    #expect(
      try String(contentsOfFile: errors.path + "/error", encoding: .utf8)
        == "speakcall: cannot write to standard output: No space left on device.\n")
  }
}
