import CPulse

/// A device that records sound: a microphone, or the monitor of a sink.
public struct Source: Sendable, Equatable {
  /// The index by which requests name the source.
  public let index: UInt32
  /// The name by which streams choose the source.
  public let name: String
  /// The name that people see.
  public let description: String
  /// The module that made the source; nil for a device of the server's own.
  public let ownerModule: UInt32?
  /// The index of the sink whose sound this source carries; nil for a microphone.
  public let monitorOfSink: UInt32?
  /// The volume, one level per channel.
  public let volume: Volume
  /// A Boolean value that indicates whether the source is silenced.
  public let isMuted: Bool
  /// The state of the source.
  public let state: DeviceState
  /// The source's properties, such as `device.description`.
  public let properties: [String: String]
}

extension Source {
  init(_ info: pa_source_info) {
    self.init(
      index: info.index, name: String(info.name), description: String(info.description),
      ownerModule: info.owner_module.validIndex, monitorOfSink: info.monitor_of_sink.validIndex,
      volume: Volume(info.volume), isMuted: info.mute != 0, state: DeviceState(info.state),
      properties: .init(info.proplist))
  }
}
