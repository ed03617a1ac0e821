import Glibc
import PulseAudio
import TestSupport
import Testing

extension SoundTests {
  @Suite
  struct ConnectionTests {
    @Test func nobodyListens() async throws {
      let address = "unix:\(try PrivateDirectory().path)/nothing"
      await #expect(throws: PulseError.unreachable(server: address, reason: "Connection refused")) {
        try await PulseServer.connect(to: address, name: "test")
      }
    }

    @Test func aServerThatNeverAnswers() async throws {
      let directory = try PrivateDirectory()
      let address = "unix:\(directory.path)/silent"
      let file = try UnixSocket.listenSilently(at: "\(directory.path)/silent")
      defer { close(file) }
      let reason = "no answer within \(Duration.milliseconds(100))"
      await #expect(throws: PulseError.unreachable(server: address, reason: reason)) {
        try await PulseServer.connect(to: address, name: "test", timeout: .milliseconds(100))
      }
    }

    @Test func aServerThatFreezesTimesOut() async throws {
      let sound = try await PrivateSoundServer(.pulseAudio)
      let server = try await PulseServer.connect(to: sound.address, name: "test")
      await sound.freeze()
      await #expect(throws: PulseError.timedOut(request: "list modules")) { try await server.modules() }
      await sound.thaw()
      #expect(try await !server.modules().isEmpty)
    }

    @Test(arguments: SoundServerKind.allCases)
    func theLossOfTheServerEndsWhatIsPending(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let server = chain.server
      try await server.subscribe(to: .all)
      let stream = try await chain.stream()
      let write = Task { try await stream.write([Int16](repeating: 1, count: 480_000)) }
      try await eventually("something is written") { await stream.written > 0 }
      let drain = Task { try await stream.drain(timeout: .seconds(30)) }
      await chain.sound.freeze()
      let requests: [Task<Void, any Error>] = [
        Task { _ = try await server.snapshot() },
        Task { _ = try await server.loadModule("module-null-sink", arguments: ModuleArguments()) },
        Task { try await server.unloadModule(0) },
        Task { try await server.moveSourceOutput(0, toSource: 0) },
        Task { try await server.setVolume(ofSource: 0, to: .normal) },
        Task { _ = try await server.openPlayback(PlaybackSettings(name: "second", sink: "chain")) },
        Task { try await stream.setCorked(true) },
      ]
      let flush = Task { await stream.flush() }
      let delay = Task { try await stream.delay() }
      await chain.sound.stop()

      for request in requests {
        let error = await request.result.failure as? PulseError
        guard case .disconnected = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
      await flush.value
      #expect(await write.result.failure is PulseError)
      #expect(await drain.result.failure is PulseError)
      #expect(await delay.result.failure is PulseError)
      var last: PulseEvent?
      for await event in server.events { last = event }
      #expect(last == .disconnected(reason: "Connection terminated"))
      await #expect(throws: PulseError.disconnected(request: "list modules")) { try await server.modules() }
      await #expect(throws: PulseError.disconnected(request: "play on sink chain")) { try await stream.write([1]) }

      try await chain.sound.restart()
      let again = try await PulseServer.connect(to: chain.sound.address, name: "test")
      #expect(try await again.info().defaultSink == "fakespk")
    }

    @Test(arguments: SoundServerKind.allCases)
    func disconnectingEndsTheEvents(_ kind: SoundServerKind) async throws {
      let sound = try await PrivateSoundServer(kind)
      let server = try await PulseServer.connect(to: sound.address, name: "test")
      let stream = try await server.openPlayback(PlaybackSettings(name: "speech"))
      await server.disconnect()
      for await event in server.events { Issue.record("\(event)") }
      await #expect(throws: PulseError.disconnected(request: "list modules")) { try await server.modules() }
      await #expect(throws: PulseError.disconnected(request: "play on the default sink")) {
        try await stream.write([1])
      }
    }

    @Test(arguments: SoundServerKind.allCases)
    func connectionsLeaveNothingBehind(_ kind: SoundServerKind) async throws {
      let sound = try await PrivateSoundServer(kind)
      func connect() async throws {
        let server = try await PulseServer.connect(to: sound.address, name: "test")
        let stream = try await server.openPlayback(PlaybackSettings(name: "speech"))
        try await stream.write([1, 2, 3])
        _ = try await server.snapshot()
      }
      try await connect()
      let threads = try entries(of: "/proc/self/task").count
      let files = try entries(of: "/proc/self/fd").count
      for _ in 0..<200 { try await connect() }
      try await eventually("threads of loops have ended") { try entries(of: "/proc/self/task").count <= threads + 2 }
      try await eventually("descriptors are closed") { try entries(of: "/proc/self/fd").count <= files + 2 }
    }

    private func entries(of path: String) throws -> [String] {
      guard let directory = opendir(path) else { throw SupportError("cannot read \(path)") }
      defer { closedir(directory) }
      var names: [String] = []
      while let entry = readdir(directory) {
        names.append(
          withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
      }
      return names
    }
  }
}
