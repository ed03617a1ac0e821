import Glibc
import SystemSupport

/// A running engine process, from the side of its parent.
///
/// When it is released, the process is ended.
final class EngineConnection {
  /// The process.
  let process: pid_t

  /// The voices that the engine can speak with.
  private(set) var voices = VoiceCache(
    installation: "", catalogue: VoiceCatalogue(entries: [], variants: [], unusable: []))

  /// A Boolean value that indicates whether the voices are not those of the cache.
  private(set) var areVoicesNew = false

  /// What the kernel lacks of the engine's ``Sandbox``, with the reason.
  private(set) var missingProtection: [String] = []

  private let executable: String
  private let descriptor: Int32
  private let timeout: Duration
  private var buffer = [UInt8](repeating: 0, count: 262_144)
  private var ending: String?
  private var isReady = false

  /// Starts an engine, which is to be waited for with ``awaitReady()``.
  ///
  /// - Parameters:
  ///   - executable: The program, which is started with the arguments `engine` and, if there is one, the cache.
  ///   - cache: The folder of the ``VoiceCache``.
  ///   - timeout: How long any answer may take.
  init(
    executable: String, environment: [String: String], cache: String?, timeout: Duration
  ) throws(SpeechError) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .engineNotStarted(reason: "no socket: \(String(cString: strerror(errno)))")
    }
    defer { close(ends[1]) }
    // A crash is told by the exit status; the report that the Swift runtime would print takes time and tells no user
    // more.
    let environment = environment.filter { Self.needs($0.key) }.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    do throws(FileError) {
      process = try ChildProcess.start(
        ["engine"] + [cache].compactMap(\.self), executable: executable, environment: environment, socket: ends[1],
        .processGroup)
    } catch {
      close(ends[0])
      throw .engineNotStarted(reason: error.description)
    }
    self.executable = executable
    descriptor = ends[0]
    self.timeout = timeout
    // The child's end must not stay open here, or its death would not be seen.
    close(ends[1])
    ends[1] = -1
  }

  /// Waits until the engine is ready, unless it has been waited for.
  func awaitReady() throws(SpeechError) {
    guard !isReady else { return }
    switch try receive() {
    case .ready(let voices, let isNew, let missing):
      self.voices = voices
      areVoicesNew = isNew
      missingProtection = missing
      isReady = true
    case .failed(let error):
      end()
      throw error
    default:
      end()
      throw .engineNotStarted(reason: "\(executable) is not the speech engine")
    }
  }

  deinit {
    end()
    close(descriptor)
  }

  /// A Boolean value that indicates whether the process was found dead or was ended.
  var isEnded: Bool { ending != nil }

  /// Notes how loud a voice is; returns a Boolean value that indicates whether the cache lacks anything that is known.
  func note(_ level: Double?, with settings: SpeechSettings) -> Bool {
    defer { areVoicesNew = false }
    return voices.note(level ?? .nan, with: settings) || areVoicesNew
  }

  /// Sends a request; `lost` is the text that an error names.
  func send(_ request: EngineRequest, lost: String = "") throws(SpeechError) {
    let bytes = request.bytes
    // The engine reads all it is sent before it is sent more, so there is room unless it hangs.
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    while Glibc.send(descriptor, bytes, bytes.count, flags) != bytes.count {
      switch errno {
      case EINTR: continue
      case EAGAIN: throw stalled(lost: lost)
      default: throw .engineDied(reason: end(), lost: lost)
      }
    }
  }

  /// Waits for a reply, until the timeout of the connection or a deadline; `lost` is the text that an error names.
  func receive(until deadline: SuspendingClock.Instant? = nil, lost: String = "") throws(SpeechError) -> EngineReply {
    let clock = SuspendingClock()
    let deadline = deadline ?? clock.now.advanced(by: timeout)
    while true {
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let remaining = clock.now.duration(to: deadline)
      let milliseconds = remaining.components.seconds * 1000 + remaining.components.attoseconds / 1_000_000_000_000_000
      let ready = poll(&event, 1, Int32(clamping: max(0, milliseconds)))
      guard ready != 0 else { throw stalled(lost: lost) }
      let count = ready < 0 ? -1 : recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { throw .engineDied(reason: end(), lost: lost) }
      do {
        return try EngineReply(buffer[..<count])
      } catch {
        end()
        throw .engineDied(reason: "it sent a malformed message", lost: lost)
      }
    }
  }

  /// Ends the process at once and returns what became of it.
  @discardableResult
  func end() -> String {
    if let ending {
      return ending
    }
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { break }
    }
    let reason = ChildProcess.describe(status)
    ending = reason
    return reason
  }

  /// What espeak-ng and the dynamic linker look at; the rest, where secrets and the ways to other programs are, is kept
  /// from the engine.
  private static func needs(_ variable: String) -> Bool {
    ["ESPEAK_DATA_PATH", "HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH"].contains(variable) || variable.hasPrefix("LC_")
  }

  private func stalled(lost: String) -> SpeechError {
    end()
    let (seconds, attoseconds) = timeout.components
    return .engineStalled(seconds: Double(seconds) + Double(attoseconds) / 1e18, lost: lost)
  }
}
