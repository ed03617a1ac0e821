import Foundation
import Testing

@testable import SpeakCallCommands

@Suite struct TerminalTests {
  @Test(arguments: [
    ([:], false), (["TERM": "xterm"], true), (["TERM": "dumb"], false), (["TERM": "xterm", "NO_COLOR": "1"], false),
    (["TERM": "xterm", "NO_COLOR": ""], true),
  ])
  func colourOnATerminal(environment: [String: String], allowed: Bool) throws {
    let pty = try PseudoTerminal()
    let terminal = Terminal(output: pty.terminal, environment: environment)
    #expect(terminal.allowsColour == allowed)
    #expect(terminal.width == 63)
  }

  @Test func noColourInAFile() {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    let terminal = Terminal(input: null, output: null, error: null, environment: ["TERM": "xterm"])
    #expect(!terminal.allowsColour && !terminal.isInteractive && terminal.width == 80)
  }

  @Test func aQuestionNeedsBothEnds() throws {
    let pty = try PseudoTerminal()
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    #expect(Terminal(input: pty.terminal, output: null, error: pty.terminal, environment: [:]).isInteractive)
    #expect(!Terminal(input: null, output: pty.terminal, error: pty.terminal, environment: [:]).isInteractive)
    #expect(!Terminal(input: pty.terminal, output: pty.terminal, error: null, environment: [:]).isInteractive)
  }

  @Test(.timeLimit(.minutes(1))) func aSlowReaderGetsEverything() async throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let (reader, writer) = (ends[0], ends[1])
    let text = String(repeating: "0123456789", count: 50_000)
    let read = Task.detached { try FileHandle(fileDescriptor: reader).readToEnd() }
    try Terminal(output: writer, environment: [:]).write(text)
    close(writer)
    #expect(try await read.value == Data(text.utf8))
    close(reader)
  }
}
