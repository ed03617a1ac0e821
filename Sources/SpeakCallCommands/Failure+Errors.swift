import CallRouting
import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport

/// The exit status and the next command for each error of the layers below.
extension Failure {
  /// Creates the failure for an error of the agent, or of the connection to it.
  init(_ error: AgentError) {
    let (status, next): (ExitStatus, String?) =
      switch error {
      case .call(let error): (error.status, error.next)
      case .speech(let error): (error.status, error.next)
      case .file(let error): (.failure, error.remedy)
      case .cancelled(let reason, _): (reason.status, reason.next)
      case .noCallInTime: (.temporaryFailure, "speakcall status")
      case .playbackStalled: (.failure, "pactl list short sinks")
      case .markupNotResumable: (.unavailable, nil)
      case .pauseOutOfRange: (.usage, nil)
      case .nothingToRepeat: (.failure, "speakcall say TEXT")
      case .repetitionTooLong: (.failure, "speakcall say -f PATH")
      case .eventsLost: (.failure, "speakcall events")
      case .malformedRequest, .malformedReply, .unusableInstance: (.internalError, nil)
      case .agentEndsAtOnce(let log): (.internalError, "cat '\(log)'")
      case .agentAlreadyRuns: (.failure, "speakcall status")
      }
    self.init(status, error.description, next: next)
  }

  /// Creates the failure for an error of the synthesizer.
  init(_ error: SpeechError) { self.init(AgentError.speech(error)) }

  /// Creates the failure for a file or folder that cannot be used.
  init(_ error: FileError) { self.init(AgentError.file(error)) }

  /// Creates the failure of an agent that ended before `task` did; `log` may say why.
  static func agentLost(before task: String, log: String) -> Failure {
    Failure(.internalError, "the agent ended before \(task) did", next: "cat '\(log)'")
  }
}

extension CallAudioError {
  fileprivate var status: ExitStatus {
    switch self {
    case .permissionUndetermined, .permissionDenied, .serviceDisabled: .noPermission
    case .injectionOff: .configuration
    case .noServer: .unavailable
    case .noCall, .callOnHold, .callNotAttached, .callNotIncluded: .temporaryFailure
    case .outputLeadsIntoCall, .nameTaken, .microphoneFailed, .stateNotWritten: .failure
    }
  }

  fileprivate var next: String {
    switch self {
    case .permissionUndetermined, .permissionDenied: "speakcall permission grant"
    case .serviceDisabled: "speakcall permission"
    case .injectionOff, .callNotIncluded: "speakcall enable"
    case .noServer: "pactl info"
    case .noCall: "speakcall status, or say --wait-for-call to wait for one"
    case .callOnHold, .callNotAttached, .microphoneFailed: "speakcall status"
    case .outputLeadsIntoCall(_, let other): other.map { "pactl set-default-sink '\($0)'" } ?? "pactl list short sinks"
    case .nameTaken: "pactl list short modules"
    case .stateNotWritten: "df -h ~"
    }
  }
}

extension SpeechError {
  fileprivate var status: ExitStatus {
    switch self {
    case .unknownVoice, .unknownVariant, .unusableVoice, .outOfRange: .usage
    case .textTooLong: .dataError
    case .cancelled, .synthesisFailed, .engineUnusable, .engineDied, .engineStalled: .failure
    case .engineNotStarted, .resamplingFailed: .internalError
    }
  }

  fileprivate var next: String? {
    switch self {
    case .unknownVoice, .unusableVoice: "speakcall voices"
    case .unknownVariant: "speakcall voices variant"
    default: nil
    }
  }
}

extension CancelReason {
  fileprivate var status: ExitStatus {
    switch self {
    case .stopped, .skipped, .replaced, .failed: .failure
    case .callEnded: .temporaryFailure
    case .permissionWithdrawn: .noPermission
    case .serverLost: .unavailable
    }
  }

  fileprivate var next: String? {
    switch self {
    case .stopped, .skipped, .replaced, .failed: nil
    case .callEnded, .serverLost: "speakcall status"
    case .permissionWithdrawn: "speakcall permission"
    }
  }
}

extension Remark {
  /// The sentence for the user, without its full stop.
  var message: String {
    switch self {
    case .nothingIsSpoken: "nothing is being spoken"
    case .alreadyPaused: "speech is already paused"
    case .notPaused: "speech is not paused"
    case .resumesWithCall: "speech resumes when the call is taken off hold"
    case .resumesWithServer: "speech resumes when the sound server is back"
    }
  }
}

extension AgentClient {
  /// Sends a request and waits for the first reply, like ``begin(_:_:)``.
  static func start(_ action: Request.Action, _ paths: XDGPaths) throws(Failure) -> AgentClient {
    do { return try begin(action, paths) } catch { throw Failure(error) }
  }

  /// Connects to the agent, like ``connect(_:)``.
  static func open(_ paths: XDGPaths) throws(Failure) -> AgentClient {
    do { return try connect(paths) } catch { throw Failure(error) }
  }

  /// Returns the next reply that has arrived, without waiting.
  mutating func takeReply() throws(Failure) -> Reply? {
    do { return try arrivedReply() } catch { throw Failure(error) }
  }

  /// Waits for the next reply; returns `nil` when the agent has closed the connection.
  mutating func awaitReply() throws(Failure) -> Reply? {
    do { return try nextReply() } catch { throw Failure(error) }
  }
}
