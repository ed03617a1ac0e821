import CPulse

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
