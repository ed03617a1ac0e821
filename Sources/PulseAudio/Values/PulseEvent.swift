import CPulse

/// Something that happened on the server.
public enum PulseEvent: Sendable, Equatable {
  /// An object came, changed or went.
  case changed(PulseFacility, PulseChange, index: UInt32)

  /// The connection was lost; nothing follows.
  case disconnected(reason: String)
}

/// What happened to an object.
public enum PulseChange: Sendable, Equatable {
  /// The object is new.
  case new
  /// The object is not as it was.
  case change
  /// The object is gone.
  case remove
}

extension PulseEvent {
  /// The change that libpulse reports; nil for a kind of object unknown here.
  init?(_ type: pa_subscription_event_type_t, index: UInt32) {
    let facility = type.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue
    guard let facility = PulseFacility(rawValue: facility) else { return nil }
    let change: PulseChange =
      switch type.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue {
      case PA_SUBSCRIPTION_EVENT_NEW.rawValue: .new
      case PA_SUBSCRIPTION_EVENT_REMOVE.rawValue: .remove
      default: .change
      }
    self = .changed(facility, change, index: index)
  }
}
