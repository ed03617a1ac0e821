import CProcess
import Glibc
import SystemSupport

/// The process that runs espeak-ng, which is what `speakcall engine` is.
///
/// Its standard input is one end of a `SOCK_SEQPACKET` socket pair; the other end belongs to ``Speech``. A message is a
/// byte for its kind and its values in the order in which ``EngineRequest`` and ``EngineReply`` write them: integers and
/// floating-point numbers in the byte order of the machine, texts and lists after their 64-bit count, optional values
/// after a byte that is 0 or 1.
///
/// | request | replies |
/// |---|---|
/// | (start) | `ready` with the voices and what the kernel lacks of the sandbox, or `failed` and the process ends |
/// | `prepare` | `started`, or `failed` |
/// | `speak` | `started`, any number of `chunk`, `done`; or `failed` at any point |
/// | `cancel` | none |
///
/// Each text is spoken in a copy of the process, made by `fork` after the voice was loaded and before anything was ever
/// spoken: the library keeps state from text to text that changes timing, and that markup or an abort leaves in
/// disorder. It also keeps a text that crashes the library from ending more than itself. Process and copies live in a
/// ``Sandbox``.
///
/// Any request that comes while it speaks makes it stop: it sends `done` for what it spoke and turns to the request. A
/// full socket holds up the synthesis, so a long text costs no more memory than a sentence. When the other end is closed
/// the process ends.
public enum EngineProcess {
  /// Serves requests until the socket is closed, then ends the process.
  ///
  /// - Parameter cache: The folder of the ``VoiceCache``, `nil` for none.
  public static func main(cache: String?) -> Never {
    // The parent's end is closed when it dies, but an engine that loops or is stopped would not notice.
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
      let level = try ProcessCopy.value { () throws(SpeechError) in try engine.level() ?? .nan }
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
          try ProcessCopy.run(lost: text) { () throws(SpeechError) in
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
