import CPulse

/// What kind of thing a port of a sink leads to.
public enum DevicePort: Sendable, Equatable {
  /// Something that fills a room, as a loudspeaker, a television set or a car.
  case loudspeaker
  /// Something at the ear, as headphones, a headset or a handset.
  case ear
  /// Something else, such as a line output.
  case other
}

extension DevicePort {
  /// The kind of a port type of libpulse; nil for an unknown one.
  init?(_ type: UInt32) {
    switch pa_device_port_type_t(type) {
    case PA_DEVICE_PORT_TYPE_UNKNOWN: return nil
    case PA_DEVICE_PORT_TYPE_SPEAKER, PA_DEVICE_PORT_TYPE_TV, PA_DEVICE_PORT_TYPE_CAR, PA_DEVICE_PORT_TYPE_HIFI,
      PA_DEVICE_PORT_TYPE_PORTABLE, PA_DEVICE_PORT_TYPE_HDMI:
      self = .loudspeaker
    case PA_DEVICE_PORT_TYPE_HEADPHONES, PA_DEVICE_PORT_TYPE_HEADSET, PA_DEVICE_PORT_TYPE_HANDSET,
      PA_DEVICE_PORT_TYPE_EARPIECE:
      self = .ear
    default: self = .other
    }
  }
}
