import CPulse

/// What a sound server says of itself.
public struct ServerInfo: Sendable, Equatable {
  /// `PulseAudio` or `PipeWire`.
  public let name: String
  /// The version of that server, such as `16.1` or `0.3.65`.
  public let version: String
  /// The name of the sink for streams that choose none.
  public let defaultSink: String?
  /// The name of the source for streams that choose none.
  public let defaultSource: String?
  /// A number that differs from one start of a server to the next.
  public let cookie: UInt32

  /// A Boolean value that indicates whether PipeWire answers in PulseAudio's place.
  public var isPipeWire: Bool { name == "PipeWire" }
}

extension ServerInfo {
  init(_ info: pa_server_info) {
    (name, version) = Self.identify(name: String(info.server_name), version: String(info.server_version))
    defaultSink = info.default_sink_name.map { String(cString: $0) }
    defaultSource = info.default_source_name.map { String(cString: $0) }
    cookie = info.cookie
  }

  /// The name and version of the server itself: PipeWire calls itself `PulseAudio (on PipeWire 0.3.65)`, and the
  /// version that it gives is that of the protocol.
  static func identify(name: String, version: String) -> (name: String, version: String) {
    let mark = "(on PipeWire "
    if let range = name.firstRange(of: mark) {
      return ("PipeWire", String(name[range.upperBound...].prefix { $0 != ")" }))
    }
    return (name == "pulseaudio" ? "PulseAudio" : name, version)
  }
}
