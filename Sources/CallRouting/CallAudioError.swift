import PulseAudio

/// A failure to switch speech on, or to have it heard in a call.
public enum CallAudioError: Error, Sendable, Equatable, Codable {
  /// The user has not said yet whether speech may be injected.
  case permissionUndetermined
  /// The user, or a permission file that cannot be trusted, forbids it.
  case permissionDenied(file: String, reason: String?)
  /// The administrator's policy file forbids it.
  case serviceDisabled(file: String, reason: String?)
  /// The injection is switched off.
  case injectionOff
  /// No sound server answers.
  case noServer(reason: String)
  /// No app is in a call.
  case noCall
  /// The only calls are on hold.
  case callOnHold(application: String)
  /// A call is active, but its app reads another source and cannot be moved.
  case callNotAttached(application: String, source: String)
  /// A call is active, but its app is none of those that `enable --app` named.
  case callNotIncluded(application: String)
  /// Calls would hear the default output; `other` is an output that they do not hear.
  case outputLeadsIntoCall(output: String, other: String?)
  /// Somebody else's object has one of our names.
  case nameTaken(object: String)
  /// The virtual microphone could not be made or kept.
  case microphoneFailed(reason: String)
  /// The state could not be saved; nothing changed.
  case stateNotWritten(reason: String)
}

extension CallAudioError: CustomStringConvertible {
  /// One phrase without a full stop.
  public var description: String {
    switch self {
    case .permissionUndetermined: "permission to speak into calls has not been given yet"
    case .permissionDenied(let file, let reason):
      "permission to speak into calls is denied (\(file)\(reason.map { ": \($0)" } ?? ""))"
    case .serviceDisabled(let file, let reason):
      "the administrator has disabled speech in calls (\(file)\(reason.map { ": \($0)" } ?? ""))"
    case .injectionOff: "injection is off"
    case .noServer(let reason): "no sound server answers (\(reason))"
    case .noCall: "no call is active"
    case .callOnHold(let application): "the call in '\(application)' is on hold"
    case .callNotAttached(let application, let source):
      "the call in '\(application)' listens to '\(source)': choose SpeakCall Microphone as its microphone"
    case .callNotIncluded(let application): "the call in '\(application)' is not among those that --app named"
    case .outputLeadsIntoCall(let output, _):
      "the default output '\(output)' leads into the call, which would hear the preview"
    case .nameTaken(let object): "the \(object) belongs to another program"
    case .microphoneFailed(let reason): "cannot set up the virtual microphone: \(reason)"
    case .stateNotWritten(let reason): "could not save state; nothing changed: \(reason)"
    }
  }

  /// A Boolean value that indicates whether waiting for a call can help.
  package var mayPass: Bool {
    switch self {
    case .noCall, .callOnHold, .callNotAttached, .callNotIncluded: true
    default: false
    }
  }
}

extension CallAudioError {
  /// Creates the error for a failed request to the server.
  init(_ error: PulseError) {
    if case .disconnected = error {
      self = .noServer(reason: error.explanation)
    } else {
      self = .microphoneFailed(reason: error.explanation)
    }
  }
}
