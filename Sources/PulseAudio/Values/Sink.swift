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
  /// What the sink is doing.
  public let state: DeviceState
  /// The sink's properties, such as `device.description`.
  public let properties: [String: String]
  /// What kind of thing its active port leads to; nil when the server does not say.
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
