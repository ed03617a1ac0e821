/// A stream of 16-bit samples to a sink, to be kept open: a gap between two writes costs neither of them a sample.
///
/// Frames are counted over the stream's life. A flush takes the frames that were not played out of the count again,
/// so that the frame numbered ``written`` is always the next one to be written, and every frame below it is played
/// once. The actor runs on the thread of its ``PulseServer``'s loop.
///
/// End what you say with ``drain(timeout:)``: a server keeps less than its prebuffer, and PipeWire less than one of
/// its periods, until more comes.
public actor PlaybackStream {
  private struct Write {
    var samples: ArraySlice<Int16>
    let continuation: CheckedContinuation<Result<Void, PulseError>, Never>
  }

  private let native: NativeStream
  private let connection: Connection
  private let rate: Int
  private let samplesPerFrame: Int
  private let pauses: LoopPauses
  private var writes: [Write] = []
  private var count = FrameCount()
  private var lastPlayed = 0
  /// Whether something was written with no padding after it.
  private var needsPadding = false
  private var isCorked = false
  /// Whether it is paused until something is written.
  private var isResting = false
  private var restTimer: LoopTimer?
  private var flushesUnderWay = 0
  /// How often what was written has been dropped, so that a drain notices.
  private var drops = 0
  /// How often something was written, so that a drain notices that it does not end here.
  private var writeCalls = 0

  /// A Boolean value that indicates whether the server still plays the stream; its sink may have been removed.
  public var isOpen: Bool { native.isReady }

  /// Its number among the server's sink inputs, while it is open.
  public var index: UInt32? { native.index }

  /// The thread of the server's loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { connection.loop.asUnownedSerialExecutor() }

  init(_ settings: PlaybackSettings, on connection: Connection) {
    self.connection = connection
    rate = Int(settings.rate)
    samplesPerFrame = Int(settings.channels)
    native = NativeStream(settings, on: connection)
    pauses = LoopPauses(on: connection)
  }

  isolated deinit {
    restTimer?.cancel()
    native.close()
  }

  func open() async throws(PulseError) {
    let request = native.request
    native.onWritable = { [weak self] in self?.assumeIsolated { $0.handOver() } }
    native.onEnd = { [weak self] in self?.assumeIsolated { $0.endWaits(.disconnected(request: request)) } }
    do {
      try await native.open()
    } catch {
      native.close()
      throw error
    }
  }

  /// Frames handed to the server in this stream's life, less those that a flush took back.
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
    wake()
    let result = await withCheckedContinuation { continuation in
      writes.append(Write(samples: samples[...], continuation: continuation))
      handOver()
    }
    try result.get()
  }

  /// Time from now until the last frame written is heard; 0 when it has been.
  ///
  /// After a flush: until the last frame that could not be taken back is heard.
  public func delay() async throws(PulseError) -> Duration {
    duration(ofFrames: try await timing().remaining(until: count.end))
  }

  /// How many of the frames written have been heard; never falls.
  ///
  /// When the server is lost it stays as it was when last asked for.
  public func played() async -> Int {
    do {
      _ = try await timing()
    } catch {
      // The loss itself is reported to those who write or drain.
    }
    return lastPlayed
  }

  /// Takes back all that has not been played; returns when the server has done so.
  ///
  /// What the sink has already taken counts as played and is still heard, for some milliseconds; PipeWire may drop
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
    if !isCorked, !isResting { _ = native.cork(false) }
    restLater()
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

  /// Plays all that was written, however little, and waits until it has been heard, or until more is written: what
  /// follows brings it to the sink by itself, and silence would open a gap in that.
  ///
  /// - Parameters:
  ///   - lead: How long before its end the sound is brought to its end, with silence; nil: at once. What is written until
  ///     then follows without a gap.
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
      if remaining == 0 { return restLater() }
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

  /// Pauses the stream where it is, or lets it go on from there.
  public func setCorked(_ isCorked: Bool) async throws(PulseError) {
    self.isCorked = isCorked
    try await native.cork(isCorked || isResting).value()
  }

  /// Pauses a thrifty stream when nothing is written for a while.
  private func restLater() {
    guard let patience = native.patience, let context = connection.ready else { return }
    restTimer?.cancel()
    restTimer = LoopTimer(context, on: connection.loop, after: patience) { [weak self] in
      self?.assumeIsolated { $0.rest() }
    }
  }

  private func rest() {
    isResting = true
    _ = native.cork(true)
  }

  private func wake() {
    restTimer?.cancel()
    guard isResting else { return }
    isResting = false
    if !isCorked { _ = native.cork(false) }
  }

  /// Ends the stream; writes and drains under way fail with ``PulseError/flushed``.
  public func close() async {
    drops += 1
    restTimer?.cancel()
    native.close()
    endWaits(.flushed)
  }

  private func handOver() {
    while flushesUnderWay == 0, var write = writes.first {
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
      write.samples.removeFirst(part.count)
      if write.samples.isEmpty {
        writes.removeFirst()
        write.continuation.resume(returning: .success(()))
      } else {
        writes[0] = write
      }
    }
  }

  /// Brings what was written to the sink, with silence.
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
    let played = isCorked ? timing.read : timing.played
    lastPlayed = max(lastPlayed, min(count.own(played), written))
    count.forgetPaddings(before: played)
  }

  private func duration(ofFrames frames: Int) -> Duration {
    .microseconds(Int64(frames) * 1_000_000 / Int64(rate))
  }
}
