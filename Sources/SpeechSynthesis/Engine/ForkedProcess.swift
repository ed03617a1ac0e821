import CProcess
import Glibc
import SystemSupport

/// A fork of this process that does one thing and ends, which leaves this process's memory unchanged.
///
/// Only for a process with one thread.
enum ForkedProcess {
  /// Runs `body` in a fork; throws its error, or the crash of the fork.
  ///
  /// - Parameter text: The text that an error reports as not spoken.
  static func run(lost text: String, _ body: () throws(SpeechError) -> Void) throws(SpeechError) {
    _ = try value(lost: text) { () throws(SpeechError) in
      try body()
      return 0
    }
  }

  /// Runs `body` in a fork and returns its value.
  ///
  /// The fork may compute for 2 seconds plus one for each KiB of text, a thousand times as long as speech needs.
  static func value(lost text: String = "", _ body: () throws(SpeechError) -> Double) throws(SpeechError) -> Double {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .synthesisFailed(reason: "no socket: \(String(cString: strerror(errno)))")
    }
    let parent = getpid()
    let child = process_fork()
    if child == 0 { answer(on: ends[1], to: parent, within: 2 + text.utf8.count / 1024, body) }
    close(ends[1])
    defer { close(ends[0]) }
    guard child > 0 else { throw .synthesisFailed(reason: "no process: \(String(cString: strerror(errno)))") }
    return try result(of: child, from: ends[0], lost: text)
  }

  private static func answer(
    on socket: Int32, to parent: pid_t, within seconds: Int, _ body: () throws(SpeechError) -> Double
  ) -> Never {
    // The parent may have ended before its death could be watched.
    guard process_die_with_parent() == 0, getppid() == parent else { _exit(EX_OSERR) }
    let outcome: EngineReply
    do throws(SpeechError) {
      do { try Sandbox.narrow(seconds: seconds) } catch { throw .synthesisFailed(reason: error.description) }
      outcome = .started(voiceLevel: try body())
    } catch {
      outcome = .failed(error)
    }
    let bytes = outcome.bytes
    let count = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    _exit(count == bytes.count ? EX_OK : EX_IOERR)
  }

  private static func result(of child: pid_t, from socket: Int32, lost text: String) throws(SpeechError) -> Double {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count: Int
    repeat { count = recv(socket, &buffer, buffer.count, 0) } while count < 0 && errno == EINTR
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard count > 0 else { throw .engineDied(reason: reason(status), lost: text) }
    let reply: EngineReply
    do { reply = try EngineReply(buffer[..<count]) } catch {
      throw .engineDied(reason: "it sent a malformed message", lost: text)
    }
    switch reply {
    case .started(let level): return level ?? .nan
    case .failed(let error): throw error
    case .ready, .chunk, .done: throw .engineDied(reason: "it sent an unexpected reply", lost: text)
    }
  }

  private static func reason(_ status: Int32) -> String {
    status & 0x7F == SIGPROF ? "it computed without end" : ChildProcess.describe(status)
  }
}
