import PulseAudio

extension ServerSnapshot {
  /// The snapshot with the streams that have no source for the moment left where they were before.
  ///
  /// PipeWire reports no source, and a stopped stream, for some milliseconds while it links a stream anew, as it does
  /// whenever something is added to or taken from the microphone. That is neither a move nor a hold.
  func relinked(as before: ServerSnapshot?) -> ServerSnapshot {
    guard let before else { return self }
    let known = Set(sources.map(\.index))
    let outputs = sourceOutputs.map { output in
      guard !known.contains(output.source) else { return output }
      let last = before.sourceOutputs.first { $0.index == output.index && $0.client == output.client }
      guard let last, known.contains(last.source) else { return output }
      return last
    }
    return ServerSnapshot(
      info: info, modules: modules, clients: clients, sinks: sinks, sources: sources, sinkInputs: sinkInputs,
      sourceOutputs: outputs)
  }

  /// The snapshot with other information on the server.
  func replacing(_ info: ServerInfo) -> ServerSnapshot {
    ServerSnapshot(
      info: info, modules: modules, clients: clients, sinks: sinks, sources: sources, sinkInputs: sinkInputs,
      sourceOutputs: sourceOutputs)
  }
}
