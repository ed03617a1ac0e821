@testable import CallRouting
@testable import PulseAudio

/// A server in the head: what a test puts on it, as a snapshot.
struct World {
  static let microphone = VirtualMicrophone.usual
  static let realMicrophone: UInt32 = 1
  static let ours: UInt32 = 20

  var sources: [Source] = [
    Source(
      index: World.realMicrophone, name: "headset", description: "Headset", ownerModule: nil, monitorOfSink: nil,
      volume: .normal, isMuted: false, state: .idle, properties: [:]),
    Source(
      index: 2, name: "speakers.monitor", description: "Monitor", ownerModule: nil, monitorOfSink: 1, volume: .normal,
      isMuted: false, state: .idle, properties: [:]),
  ]
  var sinks: [Sink] = []
  var sourceOutputs: [SourceOutput] = []
  var sinkInputs: [SinkInput] = []
  var modules: [Module] = []
  var defaultSource: String? = "headset"
  var cookie: UInt32 = 7

  /// Puts the virtual microphone there, as an agent would have.
  mutating func addMicrophone(volume: Volume = .normal, ownerOfSource: UInt32 = 11) {
    let microphone = Self.microphone
    modules += [
      Module(index: 10, name: "module-null-sink", argument: "\(microphone.sinkArguments)", properties: [:]),
      Module(index: 11, name: "module-remap-source", argument: "\(microphone.sourceArguments)", properties: [:]),
    ]
    sinks.append(
      Sink(
        index: 5, name: microphone.sinkName, description: "SpeakCall", ownerModule: 10,
        monitorSource: "speakcall.monitor",
        volume: .normal, isMuted: false, state: .idle, properties: [:]))
    sources.append(
      Source(
        index: Self.ours, name: microphone.sourceName, description: microphone.description, ownerModule: ownerOfSource,
        monitorOfSink: nil, volume: volume, isMuted: false, state: .idle,
        properties: [VirtualMicrophone.marker: "default"]))
  }

  /// Puts the loopback of a real microphone there.
  mutating func addLoopback(of name: String, module: UInt32 = 12, volume: Volume = .normal) throws {
    modules.append(
      Module(
        index: module, name: "module-loopback",
        argument: "\(try Self.microphone.loopbackArguments(microphone: name, isPipeWire: false))", properties: [:]))
    sinkInputs.append(
      SinkInput(
        index: module + 100, name: "loopback", client: nil, sink: 5, ownerModule: module, isCorked: false,
        volume: volume, isMuted: false, properties: [:]))
  }

  /// Puts another sink there.
  mutating func addSink(
    _ index: UInt32, _ name: String, ownerModule: UInt32? = nil, properties: [String: String] = [:],
    port: DevicePort? = nil
  ) {
    sinks.append(
      Sink(
        index: index, name: name, description: name, ownerModule: ownerModule, monitorSource: name + ".monitor",
        volume: .normal, isMuted: false, state: .idle, properties: properties, port: port))
  }

  /// Puts another source there.
  mutating func addSource(_ index: UInt32, of module: UInt32? = nil, monitorOf sink: UInt32? = nil) {
    sources.append(
      Source(
        index: index, name: "source\(index)", description: "Source", ownerModule: module, monitorOfSink: sink,
        volume: .normal, isMuted: false, state: .idle, properties: [:]))
  }

  /// Has a module bring a source to a sink.
  mutating func link(source: UInt32, to sink: UInt32, module: UInt32) {
    addReader(of: source, client: nil, module: module)
    addPlayer(on: sink, module: module)
  }

  /// Adds a stream that records, and returns its index.
  @discardableResult
  mutating func addReader(
    of source: UInt32 = World.realMicrophone, client: UInt32? = 30, isCorked: Bool = false,
    resampleMethod: String? = nil, module: UInt32? = nil,
    _ properties: [String: String] = ["media.role": "phone", "application.name": "Phone"]
  ) -> UInt32 {
    let index = UInt32(40 + sourceOutputs.count)
    sourceOutputs.append(
      SourceOutput(
        index: index, name: "stream", client: client, source: source, ownerModule: module, isCorked: isCorked,
        resampleMethod: resampleMethod, driver: "protocol-native.c", properties: properties))
    return index
  }

  /// Adds a stream that plays.
  mutating func addPlayer(
    on sink: UInt32 = 1, client: UInt32? = nil, module: UInt32? = nil, _ properties: [String: String] = [:]
  ) {
    sinkInputs.append(
      SinkInput(
        index: UInt32(60 + sinkInputs.count), name: "stream", client: client, sink: sink, ownerModule: module,
        isCorked: false, volume: .normal, isMuted: false, properties: properties))
  }

  var snapshot: ServerSnapshot {
    ServerSnapshot(
      info: ServerInfo(
        name: "PulseAudio", version: "16.1", defaultSink: "speakers", defaultSource: defaultSource, cookie: cookie),
      modules: modules, clients: [], sinks: sinks, sources: sources, sinkInputs: sinkInputs,
      sourceOutputs: sourceOutputs)
  }

  /// The streams taken for calls, and the others.
  var streams: (calls: [CallStream], others: [CallStream]) {
    CallDetector(microphone: Self.microphone, ownProcess: 1).streams(in: snapshot)
  }

  /// The steps that are planned.
  func steps(
    enabled: Bool = true, mode: MicrophoneIntent.Mode = .mix, applications: [String] = [],
    ledger: AttachmentLedger = AttachmentLedger(), isDucked: Bool = false, guardsVolume: Bool = true
  ) -> [MicrophonePlan.Step] {
    MicrophonePlan(
      microphone: Self.microphone,
      intent: MicrophoneIntent(isEnabled: enabled, mode: mode, applications: applications), snapshot: snapshot,
      calls: streams.calls, ledger: ledger, isDucked: isDucked, guardsVolume: guardsVolume
    ).steps
  }
}

extension VirtualMicrophone {
  /// The microphone of the usual instance.
  static var usual: VirtualMicrophone {
    do { return try VirtualMicrophone(instance: nil) } catch { fatalError("\(error)") }
  }
}
