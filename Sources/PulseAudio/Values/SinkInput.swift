import CPulse
import Glibc

/// A stream that plays on a sink.
public struct SinkInput: Sendable, Equatable {
  /// The index by which requests name the stream.
  public let index: UInt32
  /// The name that the application gave the stream.
  public let name: String
  /// The connection that owns the stream; nil for one inside the server, such as a module's.
  public let client: UInt32?
  /// The index of the sink it plays on.
  public let sink: UInt32
  /// The module that made the stream; nil for an application's.
  public let ownerModule: UInt32?
  /// A Boolean value that indicates whether the stream is paused.
  public let isCorked: Bool
  /// The volume, one level per channel.
  public let volume: Volume
  /// A Boolean value that indicates whether the stream is silenced.
  public let isMuted: Bool
  /// The stream's properties, such as `application.name` and `media.role`.
  public let properties: [String: String]

  /// The process that plays the stream, as it says of itself.
  public var processID: pid_t? { properties.processID }
}

extension SinkInput {
  init(_ info: pa_sink_input_info) {
    self.init(
      index: info.index, name: String(info.name), client: info.client.validIndex, sink: info.sink,
      ownerModule: info.owner_module.validIndex, isCorked: info.corked != 0, volume: Volume(info.volume),
      isMuted: info.mute != 0, properties: .init(info.proplist))
  }
}
