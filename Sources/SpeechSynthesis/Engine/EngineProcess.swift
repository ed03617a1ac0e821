import CProcess
import Glibc
import SystemSupport

/// The process that runs espeak-ng, started as `speakcall engine`.
///
/// Its standard input is one end of a `SOCK_SEQPACKET` socket pair; ``Speech`` has the other end. A message is a byte
/// for its kind and its values in the order of ``EngineRequest`` and ``EngineReply``: numbers in the byte order of the
/// machine, texts and lists after a 64-bit count, optional values after a byte that is 0 or 1.
///
/// | request | replies |
/// |---|---|
/// | (start) | `ready` with the voices and the missing sandbox features, or `failed` and the process ends |
/// | `prepare` | `started`, or `failed` |
/// | `speak` | `started`, any number of `chunk`, `done`; or `failed` at any point |
/// | `cancel` | none |
///
/// Each text is spoken in a fork of the process, made after the voice is loaded and before anything is spoken. The
/// library keeps state between texts that changes timing and that markup or an abort corrupts. A text that crashes the
/// library ends only its fork. Process and forks run in a ``Sandbox``.
///
/// A request that arrives during speech stops it: the engine sends `done` and handles the request. A full socket blocks
/// the synthesis, so a long text costs no more memory than a sentence. The process ends when the other end is closed.
public enum EngineProcess {
  /// Serves requests until the socket is closed, then ends the process.
  ///
  /// - Parameter cache: The folder of the ``VoiceCache``, `nil` for none.
  public static func main(cache: String?) -> Never {
    // An engine that loops or is stopped would not notice that the parent's end is closed.
    guard process_die_with_parent() == 0, let socket = EngineSocket(descriptor: STDIN_FILENO) else {
      exit(EX_USAGE)
    }
    do throws(SpeechError) {
      let engine = try EspeakEngine(cache: cache)
      socket.send(
        .ready(engine.voices, isNew: engine.isCatalogueNew, missing: try enterSandbox(readable: engine.dataFolder)))
      serve(socket, with: engine)
      exit(EX_OK)
    } catch {
      socket.send(.failed(error))
      exit(EX_UNAVAILABLE)
    }
  }

  private static func enterSandbox(readable folder: String) throws(SpeechError) -> [String] {
    do { return try Sandbox.enter(readable: folder) } catch { throw .engineNotStarted(reason: error.description) }
  }

  private static func serve(_ socket: EngineSocket, with engine: EspeakEngine) {
    var voices = engine.voices
    func prepare(_ settings: SpeechSettings) throws(SpeechError) -> Double? {
      try engine.select(settings)
      if let level = voices.level(with: settings) { return level.isNaN ? nil : level }
      let level = try ForkedProcess.value { () throws(SpeechError) in try engine.level() ?? .nan }
      _ = voices.note(level, with: settings)
      return level.isNaN ? nil : level
    }
    while let request = socket.receive() {
      do throws(SpeechError) {
        switch request {
        case .prepare(let settings):
          socket.send(.started(voiceLevel: try prepare(settings)))
        case .speak(let text, let settings):
          socket.send(.started(voiceLevel: try prepare(settings)))
          try ForkedProcess.run(lost: text) { () throws(SpeechError) in
            let text = EngineText(text)
            Sandbox.renewComputing()
            try engine.synthesize(text, isSSML: settings.isSSML, readsPhonemes: settings.readsPhonemes) { chunk in
              let isWanted = socket.send(.chunk(chunk), unlessRequested: true)
              Sandbox.renewComputing()
              return isWanted
            }
          }
          socket.send(.done)
        case .cancel:
          break
        }
      } catch {
        socket.send(.failed(error))
      }
    }
  }
}

/// The engine's end of the socket.
final class EngineSocket {
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: EngineRequest.longestText + 4096)

  /// Returns `nil` if the descriptor is not a socket, as when somebody types the command.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    self.descriptor = descriptor
  }

  /// Waits for a request and returns it; `nil` when the other end is closed or sends something else.
  func receive() -> EngineRequest? {
    var count: Int
    repeat {
      count = recv(descriptor, &buffer, buffer.count, 0)
    } while count < 0 && errno == EINTR
    guard count > 0 else { return nil }
    do {
      return try EngineRequest(buffer[..<count])
    } catch {
      // The parent gets no reply to report to: the engine ends, and the parent reports that.
      return nil
    }
  }

  /// Waits for room and sends a reply.
  ///
  /// - Parameter unlessRequested: `true` to drop the reply if a request arrives.
  /// - Returns: `false` if it was not sent.
  @discardableResult
  func send(_ reply: EngineReply, unlessRequested: Bool = false) -> Bool {
    let bytes = reply.bytes
    while true {
      let awaited = Int16(POLLOUT) | (unlessRequested ? Int16(POLLIN) : 0)
      var event = pollfd(fd: descriptor, events: awaited, revents: 0)
      guard poll(&event, 1, -1) >= 0 || errno == EINTR else { return false }
      if event.revents & ~Int16(POLLOUT) != 0 { return false }
      guard event.revents != 0 else { continue }
      let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      if count == bytes.count { return true }
      guard errno == EAGAIN || errno == EINTR else { return false }
    }
  }
}
