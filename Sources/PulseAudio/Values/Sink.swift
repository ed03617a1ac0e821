import CPulse

/// A device that plays sound.
public struct Sink: Sendable, Equatable {
  /// The index by which requests name the sink.
  public let index: UInt32
  /// The name by which streams choose the sink.
  public let name: String
  /// The name that people see.
  public let description: String
  /// The module that made the sink; nil for a device of the server's own.
  public let ownerModule: UInt32?
  /// The name of the source that carries what the sink plays.
  public let monitorSource: String
  /// The volume, one level per channel.
  public let volume: Volume
  /// A Boolean value that indicates whether the sink is silenced.
  public let isMuted: Bool
  /// The state of the sink.
  public let state: DeviceState
  /// The sink's properties, such as `device.description`.
  public let properties: [String: String]
  /// The kind of its active port; nil when the server does not say.
  public var port: DevicePort?
}

extension Sink {
  init(_ info: pa_sink_info) {
    self.init(
      index: info.index, name: String(info.name), description: String(info.description),
      ownerModule: info.owner_module.validIndex, monitorSource: String(info.monitor_source_name),
      volume: Volume(info.volume), isMuted: info.mute != 0, state: DeviceState(info.state),
      properties: .init(info.proplist), port: info.active_port.flatMap { DevicePort($0.pointee.type) })
  }
}

/// The state of a sink or source.
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

/// The kind of device behind a port of a sink.
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
