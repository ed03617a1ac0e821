import CallRouting
import SpeechSynthesis
import SystemSupport

/// The reason for a request not to be carried out, or for an utterance to end early, as it crosses the agent's socket.
public enum AgentError: Error, Sendable, Equatable, Codable {
  /// The call, the sound server or the permission does not allow it.
  case call(CallAudioError)
  /// The synthesizer failed.
  case speech(SpeechError)
  /// A file or folder cannot be used.
  case file(FileError)
  /// The utterance was cancelled after so many Unicode scalars of it.
  case cancelled(CancelReason, spoken: Int)
  /// No call became active within so many seconds.
  case noCallInTime(seconds: Double)
  /// The sound server stopped playing in the middle of an utterance.
  case playbackStalled
  /// Markup was cut, and cannot be continued in the middle.
  case markupNotResumable
  /// A pause before an utterance is not between 0 and `longest` seconds.
  case pauseOutOfRange(seconds: String, longest: Int)
  /// This agent has not spoken yet.
  case nothingToRepeat
  /// The last text is too long to be kept for repeating.
  case repetitionTooLong
  /// A follower of events read them too slowly.
  case eventsLost
  /// A request is not one of this protocol.
  case malformedRequest(reason: String)
  /// A reply is not one of this protocol.
  case malformedReply(String, reason: String)
  /// The agent ends as soon as it is started; `log` is the file that may say why.
  case agentEndsAtOnce(log: String)
  /// Another agent serves this socket.
  case agentAlreadyRuns(socket: String)
  /// The instance's name cannot be used on the sound server.
  case unusableInstance(reason: String)
}

extension AgentError: CustomStringConvertible {
  /// One phrase without a full stop.
  public var description: String {
    switch self {
    case .call(let error): error.description
    case .speech(let error): error.description
    case .file(let error): error.description
    case .cancelled(let reason, let spoken): "\(reason.description); \(spoken) characters were spoken"
    case .noCallInTime(let seconds): "no call became active within \(seconds) seconds"
    case .playbackStalled: "the sound server stopped playing in mid-sentence"
    case .markupNotResumable: "SSML cannot be resumed in the middle of its text"
    case .pauseOutOfRange(let seconds, let longest):
      "a pause of \(seconds) seconds is out of range (0 to \(longest) seconds)"
    case .nothingToRepeat: "this agent has not said anything yet, and what earlier ones said is not kept"
    case .repetitionTooLong: "the last text is too long to be repeated"
    case .eventsLost: "events were lost because they were read too slowly"
    case .malformedRequest(let reason): "the agent cannot read the request: \(reason)"
    case .malformedReply(let line, let reason): "cannot read the agent's answer '\(line)': \(reason)"
    case .agentEndsAtOnce: "the agent ends as soon as it is started"
    case .agentAlreadyRuns(let socket): "an agent already runs at \(socket)"
    case .unusableInstance(let reason): reason
    }
  }
}

extension CancelReason: CustomStringConvertible {
  /// One phrase without a full stop.
  public var description: String {
    switch self {
    case .stopped: "stopped"
    case .skipped: "skipped"
    case .replaced: "replaced by another text"
    case .callEnded: "the call ended"
    case .permissionWithdrawn: "permission was withdrawn"
    case .serverLost: "the sound server went away"
    case .failed: "the text could not be spoken"
    }
  }
}

/// The status that a command ends with: success, failure, the kinds of `sysexits.h`, and 128 plus a signal.
public enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case failure = 1
  case usage = 64
  case dataError = 65
  case noInput = 66
  case unavailable = 69
  case internalError = 70
  case cannotCreate = 73
  case temporaryFailure = 75
  case noPermission = 77
  case configuration = 78
  case interrupted = 130
  case terminated = 143
}
