import PulseAudio
import TestSupport

/// A private server with a sink and a source like the project's own, and a connection to it.
struct Chain {
  let sound: PrivateSoundServer
  let server: PulseServer
  /// Whether its streams are thrifty, as the project's own are on PulseAudio.
  private let isThrifty: Bool

  init(_ kind: SoundServerKind) async throws {
    sound = try await PrivateSoundServer(kind)
    isThrifty = kind == .pulseAudio
    server = try await PulseServer.connect(to: sound.address, name: "test")
    var sink = ModuleArguments()
    try sink.add("sink_name", "chain")
    try sink.add("rate", 48_000)
    try sink.add("channels", 1)
    try sink.add("channel_map", "mono")
    try sink.add("norewinds", 1)
    try sink.add("sink_properties", properties: ["module-suspend-on-idle.timeout": "-1"])
    _ = try await server.loadModule("module-null-sink", arguments: sink)
    var source = ModuleArguments()
    try source.add("source_name", "chain_mic")
    try source.add("master", "chain.monitor")
    try source.add("channels", 1)
    try source.add("channel_map", "mono")
    try source.add("master_channel_map", "mono")
    _ = try await server.loadModule("module-remap-source", arguments: source)
    try await eventually("the chain is there") { [server] in
      try await server.sources().contains { $0.name == "chain_mic" }
    }
  }

  func recorder() async throws -> Recorder {
    try await Recorder("chain_mic", on: sound)
  }

  /// Opens a stream as the project's own, which on PulseAudio is paused after so long with nothing to play.
  func stream(patience: Duration = .milliseconds(20)) async throws -> PlaybackStream {
    var settings = PlaybackSettings(name: "speech", sink: "chain")
    settings.isThrifty = isThrifty
    settings.patience = patience
    return try await server.openPlayback(settings)
  }
}

extension PulseServer {
  func sinks() async throws -> [Sink] { try await snapshot().sinks }
  func sources() async throws -> [Source] { try await snapshot().sources }
  func sinkInputs() async throws -> [SinkInput] { try await snapshot().sinkInputs }
  func sourceOutputs() async throws -> [SourceOutput] { try await snapshot().sourceOutputs }
}
