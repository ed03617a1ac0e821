/// Why speech cannot be switched on, or cannot be heard in a call.
public enum CallAudioError: Error, Sendable, Equatable {
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
  /// What is played on the default output would be heard in calls; `other` is an output of which that is not true.
  case outputLeadsIntoCall(output: String, other: String?)
  /// Somebody else's object has one of our names.
  case nameTaken(object: String)
  /// The virtual microphone could not be made or kept.
  case microphoneFailed(reason: String)
  /// What is about to be changed could not be written down, so it was not changed.
  case stateNotWritten(reason: String)
}
