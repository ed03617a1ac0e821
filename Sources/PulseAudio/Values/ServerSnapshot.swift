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
