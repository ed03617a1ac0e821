import Glibc
import TestSupport
import Testing

@testable import SpeakCallAgent
@testable import SpeakCallProtocol
@testable import SystemSupport

@Suite struct AgentServerTests {
  private static let callers = 20
  private static let calls = 100

  /// Descriptors are closed and used again all the time, while other connections stay.
  @Test func manyConnectionsComeAndGo() async throws {
    let folder = try PrivateDirectory()
    let path = "\(folder.path)/socket"
    let server = try AgentServer(listening: try AgentSocket.listen(path))
    let answering = Task {
      for await connection in server.connections {
        Task { for await line in connection.lines { connection.send(line) } }
      }
    }
    let (results, report) = AsyncStream<String?>.makeStream()
    for caller in 0..<Self.callers {
      // They wait in the kernel, which would hold up the server's tasks.
      try BlockingThread.start(for: "a caller") {
        for call in 0..<Self.calls { report.yield(Self.call("caller \(caller), call \(call)", at: path)) }
      }
    }
    for await failure in results.prefix(Self.callers * Self.calls) { #expect(failure == nil) }
    server.stop()
    await answering.value
  }

  @Test func linesAreReadHoweverTheyArrive() async throws {
    let folder = try PrivateDirectory()
    let path = "\(folder.path)/socket"
    let server = try AgentServer(listening: try AgentSocket.listen(path))
    let socket = try #require(try AgentSocket.connect(path))
    let long = String(repeating: "long ", count: 50_000)
    try BlockingThread.start(for: "a caller") {
      for part in ["one\n\ntwo\nth", "ree", "\n\(long)\nlost"] {
        let bytes = Array(part.utf8)
        #expect(write(socket, bytes, bytes.count) == bytes.count)
      }
      close(socket)
    }
    let connection = try #require(await server.connections.first { _ in true })
    var lines: [String] = []
    for await line in connection.lines { lines.append(String(decoding: line, as: UTF8.self)) }
    #expect(lines == ["one", "", "two", "three", long])
    server.stop()
  }

  /// Sends a line and waits for the same as the answer; returns what was wrong.
  private static func call(_ text: String, at path: String) -> String? {
    do throws(FileError) {
      guard let socket = try AgentSocket.connect(path) else { return "\(text): nobody listens" }
      defer { close(socket) }
      let line = Array("\(text)\n".utf8)
      guard write(socket, line, line.count) == line.count else { return "\(text): not sent, \(errno)" }
      var answer: [UInt8] = []
      while answer.last != 0x0A {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(socket, &bytes, bytes.count)
        guard count > 0 else { return "\(text): \(answer.count) bytes answered, \(errno)" }
        answer += bytes[..<count]
      }
      return answer == line ? nil : "\(text): answered \(String(decoding: answer, as: UTF8.self))"
    } catch {
      return "\(text): \(error)"
    }
  }
}
