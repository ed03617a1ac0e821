// What is there on the server. Lists are in the order of their indexes.
extension PulseServer {
  /// The server's name, version and default devices.
  public func info() async throws(PulseError) -> ServerInfo {
    try await connection.requestInfo().value()
  }

  /// All objects, asked for in one go.
  public func snapshot() async throws(PulseError) -> ServerSnapshot {
    let info = connection.requestInfo()
    let modules = connection.requestModules()
    let clients = connection.requestClients()
    let sinks = connection.requestSinks()
    let sources = connection.requestSources()
    let sinkInputs = connection.requestSinkInputs()
    let sourceOutputs = connection.requestSourceOutputs()
    return ServerSnapshot(
      info: try await info.value(), modules: try await modules.value(), clients: try await clients.value(),
      sinks: try await sinks.value(), sources: try await sources.value(),
      sinkInputs: try await sinkInputs.value(), sourceOutputs: try await sourceOutputs.value())
  }

  /// The devices that play.
  public func sinks() async throws(PulseError) -> [Sink] {
    try await connection.requestSinks().value()
  }

  /// The devices that record, monitors included.
  public func sources() async throws(PulseError) -> [Source] {
    try await connection.requestSources().value()
  }

  /// The streams that play.
  public func sinkInputs() async throws(PulseError) -> [SinkInput] {
    try await connection.requestSinkInputs().value()
  }

  /// The streams that record.
  public func sourceOutputs() async throws(PulseError) -> [SourceOutput] {
    try await connection.requestSourceOutputs().value()
  }

  /// The loaded modules.
  public func modules() async throws(PulseError) -> [Module] {
    try await connection.requestModules().value()
  }

  /// The connected applications.
  public func clients() async throws(PulseError) -> [Client] {
    try await connection.requestClients().value()
  }
}
