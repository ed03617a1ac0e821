import CallRouting
import SpeakCallProtocol

extension Refusal {
  /// Creates the refusal for an utterance that was cancelled.
  init(_ reason: AgentEvent.CancelReason, utterance: Utterance) {
    let spoken = "\(utterance.spoken) characters were spoken"
    switch reason {
    case .stopped: self.init(.failure, "stopped after \(spoken)")
    case .skipped: self.init(.failure, "skipped after \(spoken)")
    case .replaced: self.init(.failure, "replaced by another text after \(spoken)")
    case .callEnded: self.init(.temporaryFailure, "the call ended; \(spoken)", next: "speakcall status")
    case .permissionWithdrawn:
      self.init(.noPermission, "permission was withdrawn; \(spoken)", next: "speakcall permission")
    case .serverLost: self.init(.unavailable, "the sound server went away; \(spoken)", next: "speakcall status")
    case .failed: self.init(.failure, "the text could not be spoken; \(spoken)")
    }
  }

  /// What a follower is told who reads too slowly.
  static var eventsLost: Refusal {
    Refusal(.failure, "events were lost, for they were not read as fast as they came", next: "speakcall events")
  }
}

extension CallAudioError {
  /// A Boolean value that indicates whether waiting for a call can help.
  var mayPass: Bool {
    switch self {
    case .noCall, .callOnHold, .callNotAttached, .callNotIncluded: true
    default: false
    }
  }

  /// Why an utterance that meets this error ends.
  var cancelReason: AgentEvent.CancelReason {
    switch self {
    case .permissionUndetermined, .permissionDenied, .serviceDisabled: .permissionWithdrawn
    case .injectionOff: .stopped
    case .noServer: .serverLost
    case .noCall, .callOnHold, .callNotAttached, .callNotIncluded: .callEnded
    case .outputLeadsIntoCall, .nameTaken, .microphoneFailed, .stateNotWritten: .failed
    }
  }
}
