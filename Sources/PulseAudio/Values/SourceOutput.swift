import CPulse
import Glibc

/// A stream that records from a source.
public struct SourceOutput: Sendable, Equatable {
  /// The index by which requests name the stream.
  public let index: UInt32
  /// The name that the application gave the stream.
  public let name: String
  /// The connection that owns the stream; nil for one inside the server, such as a module's.
  public let client: UInt32?
  /// The index of the source it records from.
  public let source: UInt32
  /// The module that made the stream; nil for an application's.
  public let ownerModule: UInt32?
  /// A Boolean value that indicates whether the stream is paused.
  public let isCorked: Bool
  /// The method by which the server converts the sample rate; `peaks` marks a level meter.
  public let resampleMethod: String?
  /// The part of the server that made the stream, such as `protocol-native.c`.
  public let driver: String
  /// The stream's properties, such as `application.name` and `media.role`.
  public let properties: [String: String]

  /// The process that reads the stream, as it says of itself.
  public var processID: pid_t? { properties.processID }
}

extension SourceOutput {
  init(_ info: pa_source_output_info) {
    self.init(
      index: info.index, name: String(info.name), client: info.client.validIndex, source: info.source,
      ownerModule: info.owner_module.validIndex, isCorked: info.corked != 0,
      resampleMethod: info.resample_method.map { String(cString: $0) }, driver: String(info.driver),
      properties: .init(info.proplist))
  }
}
