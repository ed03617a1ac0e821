import PulseAudio
import TestSupport
import Testing

extension SoundTests {
  // A busy machine may cause gaps, which are silent; a sample may neither be lost nor changed nor come twice.
  @Suite
  struct PlaybackTests {
    /// Frames that fit into the server's buffer at once.
    private static let buffer = 2_000

    @Test(arguments: SoundServerKind.allCases)
    func eachBurstArrivesWholeAfterAnyGap(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let recorder = try await chain.recorder()
      let stream = try await chain.stream()
      var random = SeededGenerator(seed: 1)
      var all: [Int16] = []
      for number in 0..<20 {
        let burst = random.noise(frames: .random(in: 1...4_800, using: &random))
        all += burst
        try await stream.write(burst)
        try await stream.drain(timeout: .seconds(5))
        #expect(await stream.played() == all.count, "burst \(number)")
        #expect(try await recorder.heard(count: all.count) == all, "burst \(number)")
        try await recorder.more(frames: .random(in: 0...33_600, using: &random))
      }
    }

    /// PipeWire's period is longer here than the one asked for, and the rest after the last whole one is short.
    @Test(arguments: SoundServerKind.allCases)
    func aSoundIsNotBrokenBeforeItsEnd(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let recorder = try await chain.recorder()
      let stream = try await chain.stream()
      var random = SeededGenerator(seed: 9)
      for number in 0..<12 {
        try await stream.write(random.noise(frames: 10 * 1_024 + 20 * number + 1))
        try await stream.drain(timeout: .seconds(5), lead: .milliseconds(80))
        try await recorder.more(frames: 9_600)
      }
      // A machine that stood still has broken one or two.
      let breaks = try recorder.pauses().filter { $0 < 4_800 }
      #expect(breaks.count <= 3, "\(breaks)")
    }

    @Test(arguments: SoundServerKind.allCases)
    func burstsThatAreNotDrainedArriveWholeToo(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let recorder = try await chain.recorder()
      let stream = try await chain.stream()
      var random = SeededGenerator(seed: 7)
      var all: [Int16] = []
      for _ in 0..<10 {
        let burst = random.noise(frames: .random(in: 1...4_800, using: &random))
        all += burst
        try await stream.write(burst)
        try await recorder.more(frames: .random(in: 0...9_600, using: &random))
      }
      try await stream.drain(timeout: .seconds(5))
      #expect(try await recorder.heard(count: all.count) == all)
    }

    @Test(arguments: SoundServerKind.allCases)
    func aLongWriteArrivesWholeAndIsPlayedInOrder(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let recorder = try await chain.recorder()
      let stream = try await chain.stream()
      var random = SeededGenerator(seed: 2)
      let sound = random.noise(frames: 70_001)

      async let first: Void = stream.write(Array(sound[..<40_000]))
      try await eventually("the first write has begun") { await stream.written > 0 }
      async let second: Void = stream.write(Array(sound[40_000...]))
      var played = 0
      while played < 40_000 {
        let now = await stream.played()
        #expect(now >= played)
        #expect(await now <= stream.written)
        played = now
        try await Task.sleep(for: .milliseconds(1))
      }
      _ = try await (first, second)
      #expect(await stream.written == sound.count)
      #expect(try await stream.delay() > .zero)
      try await stream.drain(timeout: .seconds(5))
      #expect(await stream.played() == sound.count)
      #expect(try await stream.delay() == .zero)
      #expect(try await recorder.heard(count: sound.count) == sound)
    }

    /// Stopped at many moments, among them that of a drain which the server is just carrying out.
    @Test(arguments: SoundServerKind.allCases)
    func aFlushSilencesAndTheNextWriteIsWhole(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let recorder = try await chain.recorder()
      let stream = try await chain.stream()
      var random = SeededGenerator(seed: 3)
      var end = 0
      for number in 0..<30 {
        let frames = number < 5 ? 96_000 : Self.buffer - number
        let dropped = random.noise(frames: frames)
        let before = await stream.written
        let moment = number < 5 ? 1 : Int.random(in: 1...frames, using: &random)
        let write = Task { try await stream.write(dropped) }
        try await eventually("\(moment) frames are written") { await stream.written >= before + moment }
        let drain = Task { try await stream.drain(timeout: .seconds(5)) }
        try await eventually("\(moment) frames are played") { await stream.played() >= before + moment }
        await stream.flush()
        let kept = await stream.written
        try await eventually("the rest is played") { await stream.played() == kept }
        if number < 5 { #expect(await write.result.failure as? PulseError == .flushed) }
        _ = await (write.result, drain.result)

        let burst = random.noise(frames: Self.buffer)
        try await stream.write(burst)
        #expect(await stream.written == kept + burst.count)
        try await stream.drain(timeout: .seconds(5))
        #expect(await stream.played() == kept + burst.count)
        try await eventually("burst \(number) is heard whole, and last") {
          try recorder.heard().dropFirst(end).suffix(burst.count) == burst[...]
        }
        let heard = try recorder.heard().dropFirst(end).dropLast(burst.count)
        #expect(heard == dropped.prefix(heard.count), "flush \(number)")
        // PipeWire may drop what is on its way through the graph: it has counted that as played.
        #expect((0...1_024).contains(kept - before - heard.count), "flush \(number)")
        end += heard.count + burst.count
      }
    }

    @Test(arguments: SoundServerKind.allCases)
    func aPausedStreamKeepsWhatItHas(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let recorder = try await chain.recorder()
      let stream = try await chain.stream()
      var random = SeededGenerator(seed: 4)
      let burst = random.noise(frames: Self.buffer)

      try await stream.setCorked(true)
      try await stream.write(burst)
      await #expect(throws: PulseError.timedOut(request: "wait until all is played (play on sink chain)")) {
        try await stream.drain(timeout: .milliseconds(50))
      }
      #expect(await stream.played() == 0)
      #expect(try recorder.heard().isEmpty)
      try await stream.setCorked(false)
      try await stream.drain(timeout: .seconds(5))
      #expect(try await recorder.heard(count: burst.count) == burst)
    }

    /// Paused at many moments, among them that of a drain which the server is just carrying out.
    @Test(arguments: SoundServerKind.allCases)
    func aPauseInADrainLosesNothing(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let recorder = try await chain.recorder()
      let stream = try await chain.stream()
      var random = SeededGenerator(seed: 8)
      var all: [Int16] = []
      for number in 0..<30 {
        let burst = random.noise(frames: Self.buffer - number)
        let moment = Int.random(in: 1...burst.count, using: &random)
        let before = all.count
        all += burst
        try await stream.write(burst)
        let drain = Task { try await stream.drain(timeout: .seconds(5)) }
        try await eventually("\(moment) frames are played") { await stream.played() >= before + moment }
        try await stream.setCorked(true)
        try await recorder.more(frames: 480)
        try await stream.setCorked(false)
        try await drain.value
        #expect(try await recorder.heard(count: all.count) == all, "burst \(number)")
      }
    }

    @Test(arguments: SoundServerKind.allCases)
    func aFlushOfAPausedStreamEndsItsDrain(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let recorder = try await chain.recorder()
      let stream = try await chain.stream()
      var random = SeededGenerator(seed: 6)
      try await stream.setCorked(true)
      try await stream.write(random.noise(frames: Self.buffer))
      await #expect(throws: PulseError.self) { try await stream.drain(timeout: .milliseconds(50)) }
      await stream.flush()
      #expect(await stream.written == 0)

      let burst = random.noise(frames: 700)
      try await stream.write(burst)
      #expect(await stream.played() == 0)
      try await recorder.more(frames: 4_800)
      #expect(try recorder.heard().isEmpty)
      try await stream.setCorked(false)
      try await stream.drain(timeout: .seconds(5))
      #expect(try await recorder.heard(count: burst.count) == burst)
      #expect(await stream.played() == burst.count)
    }

    @Test(arguments: SoundServerKind.allCases)
    func aStreamIsOpenedAsAsked(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let stream = try await chain.stream()
      // PipeWire reports the volume a moment after the stream itself.
      try await eventually("the stream is as asked") {
        let snapshot = try await chain.server.snapshot()
        guard let input = snapshot.sinkInputs.first(where: { $0.name == "speech" }) else { return false }
        return input.volume.isNormal && !input.isMuted && !input.isCorked
          && snapshot.sinks.first { $0.index == input.sink }?.name == "chain"
      }
      await #expect(throws: PulseError.refused(request: "play on sink nosuch", code: 5, reason: "No such entity")) {
        try await chain.server.openPlayback(PlaybackSettings(name: "speech", sink: "nosuch"))
      }
      await stream.close()
      await #expect(throws: PulseError.disconnected(request: "play on sink chain")) { try await stream.write([1]) }
      try await eventually("the stream is gone") {
        try await !chain.server.sinkInputs().contains { $0.name == "speech" }
      }
    }

    @Test func aThriftyStreamIsPausedWhenThereIsNothingToPlay() async throws {
      let chain = try await Chain(.pulseAudio)
      let stream = try await chain.stream()
      func isPaused() async throws -> Bool? {
        try await chain.server.sinkInputs().first { $0.name == "speech" }?.isCorked
      }
      let second = [Int16](repeating: 1, count: 48_000)
      try await stream.write(Array(second.prefix(4_800)))
      #expect(try await isPaused() == false)
      try await stream.drain(timeout: .seconds(20))
      try await eventually("it is paused after its end") { try await isPaused() == true }

      try await stream.write(second)
      #expect(try await isPaused() == false)
      await stream.flush()
      try await eventually("it is paused after a flush") { try await isPaused() == true }

      // A stream that the user has paused stays paused when something is written to it.
      try await stream.setCorked(true)
      try await stream.write(Array(second.prefix(4_800)))
      #expect(try await isPaused() == true)
      try await stream.setCorked(false)
      #expect(try await isPaused() == false)
      try await stream.drain(timeout: .seconds(20))
      #expect(await stream.played() == stream.written)
      try await eventually("it is paused again") { try await isPaused() == true }
    }

    @Test func aThriftyStreamIsNotPausedWhileSomethingMayFollow() async throws {
      let chain = try await Chain(.pulseAudio)
      let stream = try await chain.stream(patience: .seconds(600))
      try await stream.write([Int16](repeating: 1, count: 4_800))
      try await stream.drain(timeout: .seconds(20))
      #expect(try await chain.server.sinkInputs().first { $0.name == "speech" }?.isCorked == false)
    }

    @Test(arguments: SoundServerKind.allCases)
    func aStreamEndsWithItsSink(_ kind: SoundServerKind) async throws {
      let chain = try await Chain(kind)
      let stream = try await chain.stream()
      let write = Task { try await stream.write([Int16](repeating: 1, count: 480_000)) }
      try await eventually("something is written") { await stream.written > 0 }
      let drain = Task { try await stream.drain(timeout: .seconds(20)) }
      let snapshot = try await chain.server.snapshot()
      let sink = try #require(snapshot.sinks.first { $0.name == "chain" })
      for module in snapshot.modules.reversed()
      where module.argument.contains("source_name=chain_mic") || module.index == sink.ownerModule {
        try await chain.server.unloadModule(module.index)
      }
      #expect(await write.result.failure as? PulseError == .disconnected(request: "play on sink chain"))
      #expect(await !stream.isOpen)
      #expect(await drain.result.failure is PulseError)
      await #expect(throws: PulseError.disconnected(request: "play on sink chain")) { try await stream.write([1]) }
    }
  }
}

extension Result {
  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
