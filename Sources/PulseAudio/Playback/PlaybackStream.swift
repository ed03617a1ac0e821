/// A stream of 16-bit samples to a sink. Keep it open: a gap between two writes costs neither of them a sample.
///
/// Frames are counted over the stream's life. A flush takes the frames that were not played out of the count again,
/// which makes the frame numbered ``written`` the next one to be written; every frame below it is played
/// once. The actor runs on the thread of its ``PulseServer``'s loop.
///
/// End each sound with ``drain(timeout:lead:)``: a server keeps less than its prebuffer, and PipeWire less than one of
/// its periods, until more comes.
public actor PlaybackStream {
  private struct Write {
    var samples: ArraySlice<Int16>
    let continuation: CheckedContinuation<Result<Void, PulseError>, Never>
  }

  private let native: NativeStream
  private let connection: PulseContext
  private let rate: Int
  private let samplesPerFrame: Int
  private let pauses: LoopPauses
  private var writes: [Write] = []
  private var count = FrameCount()
  /// A Boolean value that indicates whether something was written with no padding after it.
  private var needsPadding = false
  private var isCorked = false
  private let idleCork: IdleCork
  private var flushesUnderWay = 0
  /// The number of flushes, by which a drain notices one.
  private var drops = 0
  /// The number of writes, by which a drain notices that the sound goes on.
  private var writeCalls = 0

  /// A Boolean value that indicates whether the server still plays the stream; its sink may have been removed.
  public var isOpen: Bool { native.isReady }

  /// The stream's number among the server's sink inputs, while it is open.
  public var index: UInt32? { native.index }

  /// The thread of the server's loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { connection.loop.asUnownedSerialExecutor() }

  init(_ settings: PlaybackSettings, on connection: PulseContext) {
    self.connection = connection
    rate = Int(settings.rate)
    samplesPerFrame = Int(settings.channels)
    native = NativeStream(settings, on: connection)
    pauses = LoopPauses(on: connection)
    idleCork = IdleCork(native, on: connection)
  }

  isolated deinit {
    idleCork.cancel()
    native.close()
  }

  func open() async throws(PulseError) {
    let request = native.request
    native.onWritable = { [weak self] in self?.assumeIsolated { $0.handOver() } }
    native.onEnd = { [weak self] in self?.assumeIsolated { $0.endWaits(.disconnected(request: request)) } }
    do { try await native.open() } catch {
      native.close()
      throw error
    }
  }

  /// The number of frames handed to the server in this stream's life, without those that a flush took back.
  public var written: Int { count.written }

  /// Plays samples, whole frames of them; returns when the last of them is in the server's buffer.
  ///
  /// Writes are played in the order of their calls. A paused stream takes in what the server has room for.
  /// - Throws: ``PulseError/flushed`` when ``flush()`` or ``close()`` comes in between,
  ///   ``PulseError/disconnected(request:)`` when the sink or the server has gone.
  public func write(_ samples: [Int16]) async throws(PulseError) {
    precondition(samples.count.isMultiple(of: samplesPerFrame), "a write is of whole frames")
    guard native.isReady else { throw .disconnected(request: native.request) }
    if samples.isEmpty { return }
    writeCalls += 1
    idleCork.end(unlessPaused: isCorked)
    let result = await withCheckedContinuation { continuation in
      writes.append(Write(samples: samples[...], continuation: continuation))
      handOver()
    }
    try result.get()
  }

  /// Returns the time from now until the last frame written is heard; 0 when it has been.
  ///
  /// After a flush: until the last frame that could not be taken back is heard.
  public func delay() async throws(PulseError) -> Duration {
    duration(ofFrames: try await timing().remaining(until: count.end))
  }

  /// Returns the number of written frames that have been heard; it never falls.
  ///
  /// When the server is lost it keeps its last value.
  public func played() async -> Int {
    do {
      _ = try await timing()
    } catch {
      // The loss itself is reported to those who write or drain.
    }
    return count.played
  }

  /// Takes back all frames that have not been played; returns when the server has done so.
  ///
  /// Frames that the sink has already taken count as played and are still heard, for some milliseconds; PipeWire may drop
  /// the last period of it. Writes and drains under way fail with ``PulseError/flushed``; the next write plays from
  /// its first sample.
  public func flush() async {
    drops += 1
    flushesUnderWay += 1
    needsPadding = false
    endWaits(.flushed)
    // Sent together. Without the cork a server may go on with what it has prepared.
    _ = native.cork(true)
    _ = native.flush()
    let timing = native.timing()
    if !isCorked, !idleCork.isCorked { _ = native.cork(false) }
    idleCork.start()
    do {
      let timing = try await timing.value()
      count.flush(timing)
      note(timing)
    } catch {
      // A server that is lost plays nothing either.
    }
    flushesUnderWay -= 1
    handOver()
  }

  /// Plays everything written, however little, and waits until it has been heard, or until more is written: more sound
  /// brings it to the sink by itself, and silence would open a gap.
  ///
  /// - Parameters:
  ///   - lead: The time before the end of the sound at which silence is written to bring it there; nil: at once. A write
  ///     until then follows without a gap.
  /// - Throws: ``PulseError/timedOut(request:)`` after `timeout`, which a paused stream reaches too;
  ///   ``PulseError/flushed``, ``PulseError/disconnected(request:)``.
  public func drain(timeout: Duration, lead: Duration? = nil) async throws(PulseError) {
    let deadline = ContinuousClock.now + timeout
    let drops = drops
    let writeCalls = writeCalls
    var lastRead: Int?
    while writeCalls == self.writeCalls {
      if lead == nil, writes.isEmpty, needsPadding { try pad() }
      let asked = ContinuousClock.now
      let timing = try await timing(unlessDroppedSince: drops)
      let roundTrip = ContinuousClock.now - asked
      let waiting = writes.reduce(0) { $0 + $1.samples.count } / samplesPerFrame
      var remaining = timing.remaining(until: count.end) + waiting
      if let lead, needsPadding, writes.isEmpty, writeCalls == self.writeCalls {
        // The answer is half a round trip old, the next will take a whole one, and the silence half of one to get there.
        let early = duration(ofFrames: remaining) - lead - roundTrip * 2
        if early > .zero {
          await pauses.wait(for: min(early, max(.zero, deadline - .now)))
          if .now < deadline { continue }
        }
        try pad()
        continue
      }
      if remaining == 0 { return idleCork.start() }
      let left = deadline - .now
      guard left > .zero else { throw .timedOut(request: "wait until all is played (\(native.request))") }
      if timing.silence != nil, timing.read < count.end {
        // It has not begun yet; or it will not, because the server's period has become longer than the padding.
        if timing.read == lastRead, !isCorked { needsPadding = true }
        remaining = max(remaining, rate / 50)
      }
      lastRead = timing.read
      await pauses.wait(for: min(left, duration(ofFrames: remaining)))
    }
  }

  /// Pauses the stream, or resumes it from the same place.
  public func setCorked(_ isCorked: Bool) async throws(PulseError) {
    self.isCorked = isCorked
    try await native.cork(isCorked || idleCork.isCorked).value()
  }

  /// Ends the stream; writes and drains under way fail with ``PulseError/flushed``.
  public func close() async {
    drops += 1
    idleCork.cancel()
    native.close()
    endWaits(.flushed)
  }

  private func handOver() {
    while flushesUnderWay == 0, let write = writes.first {
      let room = native.writableSamples
      if room < min(write.samples.count, native.batch) { return }
      let part = write.samples.prefix(room)
      do throws(PulseError) {
        try native.write(part)
      } catch {
        return endWaits(error)
      }
      count.write(part.count / samplesPerFrame)
      needsPadding = true
      writes[0].samples.removeFirst(part.count)
      if writes[0].samples.isEmpty { writes.removeFirst().continuation.resume(returning: .success(())) }
    }
  }

  /// Writes silence, which brings the sound before it to the sink.
  ///
  /// The server's own drain will not do: PipeWire counts the rest of the period as read, takes what is written next
  /// for already played, and may never answer when a flush or a pause comes in between.
  private func pad() throws(PulseError) {
    let silence = [Int16](repeating: 0, count: native.paddingSamples)
    try native.write(silence[...])
    count.pad(silence.count / samplesPerFrame)
    needsPadding = false
  }

  /// Ends all waits: writes with the error, drains by looking again.
  private func endWaits(_ error: PulseError) {
    let failed = writes
    writes = []
    for write in failed { write.continuation.resume(returning: .failure(error)) }
    pauses.endAll()
  }

  private func timing() async throws(PulseError) -> StreamTiming {
    let timing = try await native.timing().value()
    note(timing)
    return timing
  }

  private func timing(unlessDroppedSince drops: Int) async throws(PulseError) -> StreamTiming {
    do {
      let timing = try await timing()
      if drops == self.drops { return timing }
    } catch {
      if drops == self.drops { throw error }
    }
    throw .flushed
  }

  private func note(_ timing: StreamTiming) {
    // A paused sink has played out what it took.
    count.play(isCorked ? timing.read : timing.played)
  }

  private func duration(ofFrames frames: Int) -> Duration {
    .microseconds(Int64(frames) * 1_000_000 / Int64(rate))
  }
}
