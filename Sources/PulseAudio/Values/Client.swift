import CPulse
import Glibc

/// A connection of an application to the server.
public struct Client: Sendable, Equatable {
  /// The index by which streams name their owner.
  public let index: UInt32
  /// The name that the application gave itself.
  public let name: String
  /// The client's properties, such as `application.process.binary`.
  public let properties: [String: String]

  /// The client's process, as it says of itself.
  public var processID: pid_t? { properties.processID }
}

extension Client {
  init(_ info: pa_client_info) {
    self.init(index: info.index, name: String(info.name), properties: .init(info.proplist))
  }
}
