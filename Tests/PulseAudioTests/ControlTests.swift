import CPulse
import PulseAudio
import TestSupport
import Testing

extension SoundTests {
  @Suite
  struct ControlTests {
    private let invalid = Int32(PA_ERR_INVALID.rawValue)
    private let unknown = Int32(PA_ERR_NOENTITY.rawValue)

    @Test(arguments: SoundServerKind.allCases)
    func propertiesArriveAsTheyWereQuoted(_ kind: SoundServerKind) async throws {
      let sound = try await PrivateSoundServer(kind)
      let server = try await PulseServer.connect(to: sound.address, name: "test")
      var arguments = ModuleArguments()
      try arguments.add("sink_name", "quoted")
      try arguments.add("channels", 1)
      try arguments.add("channel_map", "mono")
      try arguments.add(
        "sink_properties",
        properties: ["device.description": "Zoë’s = mic, {1}", "x.instance": "default", "x.empty": ""])
      let index = try await server.loadModule("module-null-sink", arguments: arguments)

      try await eventually("the sink is there") { try await server.sinks().contains { $0.name == "quoted" } }
      let sink = try #require(try await server.sinks().first { $0.name == "quoted" })
      #expect(sink.ownerModule == index)
      #expect(sink.description == "Zoë’s = mic, {1}")
      #expect(sink.properties["x.instance"] == "default")
      #expect(sink.volume.levels.count == 1)
      #expect(try await server.modules().first { $0.index == index }?.argument == arguments.description)

      try await server.unloadModule(index)
      try await eventually("the sink is gone") { try await !server.sinks().contains { $0.name == "quoted" } }
      await #expect(
        throws: PulseError.refused(request: "unload module \(index)", code: unknown, reason: "No such entity")
      ) {
        try await server.unloadModule(index)
      }
      await #expect(throws: PulseError.self) {
        try await server.loadModule("module-nosuch", arguments: ModuleArguments())
      }
    }

    @Test(arguments: SoundServerKind.allCases)
    func aRecordingStreamMovesUnlessItMustNot(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let server = chain.server
      let recorder = try await Recorder("fakemic", on: chain.sound)
      var arguments = ModuleArguments()
      try arguments.add("source", "fakemic")
      try arguments.add("sink", "nearspk")
      try arguments.add("source_dont_move", true)
      let loopback = try await server.loadModule("module-loopback", arguments: arguments)
      let source = try #require(try await server.sources().first { $0.name == "chain_mic" })
      var pinned: SourceOutput?
      try await eventually("the loopback reads") {
        pinned = try await server.sourceOutputs().first { $0.ownerModule == loopback }
        return pinned != nil
      }
      let stream = try #require(try await server.sourceOutputs().first { $0.processID != nil })
      #expect(stream.client != nil)
      #expect(stream.properties["application.process.binary"] == "pacat")
      #expect(!stream.isCorked)

      try await server.subscribe(to: PulseFacilities(.sourceOutput))
      try await server.moveSourceOutput(stream.index, toSource: source.index)
      for await event in server.events where event == .changed(.sourceOutput, .change, index: stream.index) {
        if try await server.sourceOutputs().contains(where: { $0.index == stream.index && $0.source == source.index }) {
          break
        }
      }
      let player = try await chain.stream()
      var random = SeededGenerator(seed: 5)
      let burst = random.noise(frames: 2_880)
      try await player.write(burst)
      try await player.drain(timeout: .seconds(5))
      #expect(try await recorder.heard(count: burst.count) == burst)

      let index = try #require(pinned).index
      let request = "move source output \(index) to source \(source.index)"
      await #expect(throws: PulseError.refused(request: request, code: invalid, reason: "Invalid argument")) {
        try await server.moveSourceOutput(index, toSource: source.index)
      }
      let nothing = "move source output 99999 to source \(source.index)"
      await #expect(throws: PulseError.refused(request: nothing, code: unknown, reason: "No such entity")) {
        try await server.moveSourceOutput(99_999, toSource: source.index)
      }
    }

    @Test(arguments: SoundServerKind.allCases)
    func volumesAndMutesAreSet(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let server = chain.server
      let stream = try await chain.stream()
      let source = try #require(try await server.sources().first { $0.name == "chain_mic" })
      let input = try #require(try await server.sinkInputs().first { $0.name == "speech" })

      try await server.setVolume(ofSource: source.index, to: Volume(decibels: -20))
      try await server.setMuted(true, source: source.index)
      try await server.setVolume(ofSinkInput: input.index, to: Volume(decibels: -6))
      try await server.setMuted(true, sinkInput: input.index)
      try await eventually("they are set") {
        let (source, input) = try await (find(source, on: server), find(input, on: server))
        return abs(source.volume.decibels + 20) < 0.1 && source.isMuted && abs(input.volume.decibels + 6) < 0.1
          && input.isMuted
      }
      try await server.setVolume(ofSource: source.index, to: .normal)
      try await server.setMuted(false, source: source.index)
      try await server.setMuted(false, sinkInput: input.index)
      try await eventually("they are set back") {
        let (source, input) = try await (find(source, on: server), find(input, on: server))
        return source.volume.isNormal && !source.isMuted && !input.isMuted
      }
      await stream.close()
    }

    @Test(arguments: SoundServerKind.allCases)
    func changesAreReported(_ kind: SoundServerKind) async throws {
      let sound = try await PrivateSoundServer(kind)
      let server = try await PulseServer.connect(to: sound.address, name: "test")
      try await server.subscribe(to: PulseFacilities(.module, .sink))
      let index = try await server.loadModule("module-null-sink", arguments: ModuleArguments())
      for await event in server.events where event == .changed(.module, .new, index: index) { break }
      try await server.unloadModule(index)
      for await event in server.events {
        if case .changed(let facility, _, _) = event { #expect(facility == .module || facility == .sink) }
        if event == .changed(.module, .remove, index: index) { break }
      }
    }

    private func find(_ source: Source, on server: PulseServer) async throws -> Source {
      try #require(try await server.sources().first { $0.index == source.index })
    }

    private func find(_ input: SinkInput, on server: PulseServer) async throws -> SinkInput {
      try #require(try await server.sinkInputs().first { $0.index == input.index })
    }
  }
}
