import CallRouting
import SpeakCallProtocol

extension CallAudioError {
  /// Why an utterance that meets this error ends.
  var cancelReason: CancelReason {
    switch self {
    case .permissionUndetermined, .permissionDenied, .serviceDisabled: .permissionWithdrawn
    case .injectionOff: .stopped
    case .noServer: .serverLost
    case .noCall, .callOnHold, .callNotAttached, .callNotIncluded: .callEnded
    case .outputLeadsIntoCall, .nameTaken, .microphoneFailed, .stateNotWritten: .failed
    }
  }
}
