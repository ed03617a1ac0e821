import CPulse

/// What a sink or source is doing.
public enum DeviceState: Sendable, Equatable {
  /// Streams are using it.
  case running

  /// It is open, but no stream is using it.
  case idle

  /// It is closed until a stream needs it.
  case suspended

  /// The server does not say.
  case unknown
}

extension DeviceState {
  init(_ state: pa_sink_state_t) {
    self =
      switch state {
      case PA_SINK_RUNNING: .running
      case PA_SINK_IDLE: .idle
      case PA_SINK_SUSPENDED: .suspended
      default: .unknown
      }
  }

  init(_ state: pa_source_state_t) {
    self =
      switch state {
      case PA_SOURCE_RUNNING: .running
      case PA_SOURCE_IDLE: .idle
      case PA_SOURCE_SUSPENDED: .suspended
      default: .unknown
      }
  }
}
