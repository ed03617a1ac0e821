import PulseAudio
import TestSupport
import Testing

extension SoundTests {
  @Suite
  struct ServerTests {
    @Test(arguments: SoundServerKind.allCases)
    func aSnapshotShowsTheServersObjects(_ kind: SoundServerKind) async throws {
      let sound = try await PrivateSoundServer(kind)
      let server = try await PulseServer.connect(to: sound.address, name: "test", properties: ["application.id": "a.b"])
      let snapshot = try await server.snapshot()

      #expect(snapshot.info.name == (kind == .pulseAudio ? "PulseAudio" : "PipeWire"))
      #expect(snapshot.info.version.first?.isNumber == true)
      #expect(snapshot.info.defaultSink == "fakespk")
      #expect(snapshot.info.defaultSource == "fakemic")
      let sink = try #require(snapshot.sinks.first { $0.name == "fakemic_sink" })
      #expect(sink.monitorSource == "fakemic_sink.monitor")
      #expect(sink.volume == .normal)
      #expect(!sink.isMuted)
      let module = try #require(snapshot.modules.first { $0.index == sink.ownerModule })
      #expect(module.name == "module-null-sink")
      #expect(module.argument.contains("sink_name=fakemic_sink"))
      let monitor = try #require(snapshot.sources.first { $0.name == "fakemic_sink.monitor" })
      #expect(monitor.monitorOfSink == sink.index)
      #expect(snapshot.sources.first { $0.name == "fakemic" }?.monitorOfSink == nil)
      #expect(snapshot.clients.contains { $0.name == "test" && $0.properties["application.id"] == "a.b" })
    }
  }
}
