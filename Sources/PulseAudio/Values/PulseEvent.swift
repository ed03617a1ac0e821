import CPulse

/// Something that happened on the server.
public enum PulseEvent: Sendable, Equatable {
  /// An object came, changed or went.
  case changed(PulseFacility, PulseChange, index: UInt32)

  /// The connection was lost; nothing follows.
  case disconnected(reason: String)
}

/// A change of an object.
public enum PulseChange: Sendable, Equatable {
  /// The object is new.
  case new
  /// The object has changed.
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

/// A kind of object whose changes a server reports.
public enum PulseFacility: UInt32, Sendable, CaseIterable {
  /// Devices that play.
  case sink = 0
  /// Devices that record.
  case source
  /// Playing streams.
  case sinkInput
  /// Recording streams.
  case sourceOutput
  /// Loaded modules.
  case module
  /// Connected applications.
  case client
  /// Samples kept by the server.
  case sampleCache
  /// The server itself: its default devices.
  case server
  /// Sound cards.
  case card = 9
}

/// The kinds of objects to report.
public struct PulseFacilities: OptionSet, Sendable {
  /// The bits of libpulse's `PA_SUBSCRIPTION_MASK_` values.
  public let rawValue: UInt32

  /// A set with these bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A set of these kinds.
  public init(_ facilities: PulseFacility...) {
    rawValue = facilities.reduce(0) { $0 | 1 << $1.rawValue }
  }

  /// Each kind.
  public static let all = PulseFacilities(rawValue: PA_SUBSCRIPTION_MASK_ALL.rawValue)
}
