import Glibc
import SystemSupport

/// A connection to a running engine process, which ends with it.
final class EngineConnection {
  /// The process ID.
  let process: pid_t

  /// The voices of the engine.
  private(set) var voices = VoiceCache(
    installation: "", catalogue: VoiceCatalogue(entries: [], variants: [], unusable: []))

  /// A Boolean value that indicates whether the voices are not from the cache.
  private(set) var areVoicesNew = false

  /// The features of the engine's ``Sandbox`` that the kernel lacks, each with the reason.
  private(set) var missingProtection: [String] = []

  private let executable: String
  private let descriptor: Int32
  private let timeout: Duration
  private var buffer = [UInt8](repeating: 0, count: 262_144)
  private var ending: String?
  private var isReady = false

  /// Starts an engine; call ``awaitReady()`` before the first request.
  ///
  /// - Parameters:
  ///   - executable: The program, which gets the arguments `engine` and the cache folder, if there is one.
  ///   - cache: The folder of the ``VoiceCache``.
  ///   - timeout: The maximum time for any answer.
  init(
    executable: String, environment: [String: String], cache: String?, timeout: Duration
  ) throws(SpeechError) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .engineNotStarted(reason: "no socket: \(String(cString: strerror(errno)))")
    }
    defer { close(ends[1]) }
    // The exit status reports a crash; the backtrace of the Swift runtime takes time and helps no user.
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
    // Close the child's end here, or its death would go unnoticed.
    close(ends[1])
    ends[1] = -1
  }

  /// Waits until the engine is ready.
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

  /// A Boolean value that indicates whether the process died or was killed.
  var isEnded: Bool { ending != nil }

  /// Adds the level of a voice; returns whether the cache file is out of date.
  func note(_ level: Double?, with settings: SpeechSettings) -> Bool {
    defer { areVoicesNew = false }
    return voices.note(level ?? .nan, with: settings) || areVoicesNew
  }

  /// Sends a request; `lost` is the text that an error reports as not spoken.
  func send(_ request: EngineRequest, lost: String = "") throws(SpeechError) {
    let bytes = request.bytes
    // The engine reads each request before the next is sent, so there is room unless it hangs.
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    while Glibc.send(descriptor, bytes, bytes.count, flags) != bytes.count {
      switch errno {
      case EINTR: continue
      case EAGAIN: throw stalled(lost: lost)
      default: throw .engineDied(reason: end(), lost: lost)
      }
    }
  }

  /// Waits for a reply until the timeout or a deadline; `lost` is the text that an error reports as not spoken.
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

  /// Kills the process and returns the reason of its end.
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

  /// Returns whether the engine needs a variable; others may hold secrets.
  private static func needs(_ variable: String) -> Bool {
    ["ESPEAK_DATA_PATH", "HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH"].contains(variable) || variable.hasPrefix("LC_")
  }

  private func stalled(lost: String) -> SpeechError {
    end()
    let (seconds, attoseconds) = timeout.components
    return .engineStalled(seconds: Double(seconds) + Double(attoseconds) / 1e18, lost: lost)
  }
}
