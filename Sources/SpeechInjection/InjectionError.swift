import CallRouting

/// Why speech could not be written to the end.
public enum InjectionError: Error, Sendable, Equatable {
  /// It was stopped.
  case interrupted
  /// The stream was lost, as when the server goes away.
  case lost(reason: String)
  /// There is no stream to write to.
  case unavailable(CallAudioError)
}
