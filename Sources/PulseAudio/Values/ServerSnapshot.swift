import CPulse
import Glibc

/// All objects of a server that were there when it answered, each list in the order of its indexes.
public struct ServerSnapshot: Sendable, Equatable {
  /// The server and its default devices.
  public let info: ServerInfo
  /// The modules.
  public let modules: [Module]
  /// The connected applications.
  public let clients: [Client]
  /// The sinks.
  public let sinks: [Sink]
  /// The sources, monitors included.
  public let sources: [Source]
  /// The playing streams.
  public let sinkInputs: [SinkInput]
  /// The recording streams.
  public let sourceOutputs: [SourceOutput]

  /// Creates a snapshot of these objects.
  public init(
    info: ServerInfo, modules: [Module], clients: [Client], sinks: [Sink], sources: [Source], sinkInputs: [SinkInput],
    sourceOutputs: [SourceOutput]
  ) {
    self.info = info
    self.modules = modules
    self.clients = clients
    self.sinks = sinks
    self.sources = sources
    self.sinkInputs = sinkInputs
    self.sourceOutputs = sourceOutputs
  }
}

/// The description that a sound server gives of itself.
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

/// A module that the server has loaded.
public struct Module: Sendable, Equatable {
  /// The index by which requests name the module; PipeWire uses one again after an unload.
  public let index: UInt32
  /// The kind of module, such as `module-null-sink`.
  public let name: String
  /// The arguments it was loaded with, as they were given.
  public let argument: String
  /// The module's properties, such as its author.
  public let properties: [String: String]
}

extension Module {
  init(_ info: pa_module_info) {
    self.init(
      index: info.index, name: String(info.name), argument: String(info.argument), properties: .init(info.proplist))
  }
}

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
