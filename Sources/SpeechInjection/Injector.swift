import AudioProcessing
import CallRouting
import PulseAudio
import SystemSupport

/// An actor that writes speech into a playback stream and reports when each mark in it is heard.
public actor Injector {
  /// A place in the sound that is reported when it is heard.
  public struct Mark: Sendable, Equatable {
    /// The kinds of marks.
    public enum Kind: Sendable, Equatable {
      /// The first sample of an utterance, or, after so many seconds of it, of its rest.
      case began(after: Double)
      /// The first sample of a word; its place in the text in Unicode scalars.
      case word(offset: Int, length: Int)
      /// The sound level from here on, in dBFS.
      case level(Double)
      /// The end of an utterance: all of it was heard.
      case ended
      /// The server has stopped playing, as on a suspended sink; nothing further is heard.
      case stuck
    }

    /// The utterance.
    public let utterance: Int
    /// The kind of mark.
    public let kind: Kind

    /// Creates a mark.
    public init(utterance: Int, kind: Kind) {
      self.utterance = utterance
      self.kind = kind
    }
  }

  /// A mark that was heard.
  public struct HeardMark: Sendable, Equatable {
    /// The mark.
    public let mark: Mark
    /// Seconds since the first sample of its utterance.
    public let time: Double
    /// When it was heard, in seconds of `CLOCK_MONOTONIC`.
    public let clock: Double
  }

  /// Marks as they are heard; for one consumer.
  public nonisolated let heard: AsyncStream<HeardMark>

  /// The interval of the play clock before the beginning and the end of an utterance, which somebody waits for.
  private static let shortestWait = Duration.milliseconds(1)

  /// The interval before a mark in between: PipeWire's clock stands still for a period at a time.
  private static let leisurelyWait = Duration.milliseconds(5)

  /// The longest standstill of the server in the middle of the sound.
  static let patience = Duration.seconds(5)

  /// The time before the end of the sound at which it is padded.
  static let finishingTime = Duration.milliseconds(80)

  private let marks: AsyncStream<HeardMark>.Continuation
  private let open: @Sendable () async throws(CallAudioError) -> PlaybackStream
  private let echo: Echo?
  private var stream: PlaybackStream?
  private var pending: [(frame: Int, mark: Mark)] = []
  private var clock: Task<Void, Never>?
  private var beginnings: [Int: Int] = [:]
  private var epoch = 0
  private var stopping: Task<Void, Never>?

  /// Creates an injector that gets the stream to write to from `open`, each time it begins to write, and plays the same
  /// on what `echo` returns, if that is anything.
  public init(
    open: @escaping @Sendable () async throws(CallAudioError) -> PlaybackStream,
    echo: (@Sendable () async -> EchoOutput?)? = nil
  ) {
    self.open = open
    self.echo = echo.map(Echo.init)
    (heard, marks) = AsyncStream.makeStream()
  }

  /// A Boolean value that indicates whether written sound is still waiting to be heard.
  public var isSounding: Bool { !pending.isEmpty }

  /// Writes samples at 48 kHz and marks in them, each at a number of frames from the first of these samples.
  ///
  /// Suspends until the server has taken all samples. Throws ``InjectionError/interrupted`` when the epoch is over: a
  /// write that was on its way when a stop overtook it must not be heard after all.
  public func write(
    _ samples: [Int16], marks: [(offset: Int, mark: Mark)], epoch: Int
  ) async throws(InjectionError) {
    let stream = try await currentStream()
    await stopping?.value
    let base = await stream.written
    if let echo, !samples.isEmpty {
      let begins = marks.contains { if case .began = $0.mark.kind { true } else { false } }
      await echo.play(.init(samples: samples, frame: base, stream: stream, isBeginning: begins), epoch: epoch)
    }
    guard epoch == self.epoch else { throw .interrupted }
    pending += marks.map { (base + $0.offset, $0.mark) }
    followClock(of: stream)
    guard !samples.isEmpty else { return }
    do { try await stream.write(samples) } catch {
      throw error == .flushed ? .interrupted : .lost(reason: error.explanation)
    }
  }

  /// Lets the last written sound be heard to its end if nothing follows: a server keeps the rest of a period back until
  /// more comes.
  ///
  /// It waits until the end is near, because the padding would open a gap before sound that is written until then.
  public func finishWriting() async {
    guard let stream else { return }
    // How it ends is seen by the marks: they are heard, forgotten by a stop, or stuck.
    Task { do { try await stream.drain(timeout: Self.patience, lead: Self.finishingTime) } catch {} }
    await echo?.finishWriting()
  }

  /// Silences what was written and not heard yet, at once, forgets its marks and begins the given epoch.
  public func stop(beginning epoch: Int) async {
    self.epoch = epoch
    forgetMarks()
    beginnings = [:]
    // The stream counts its frames anew only when the server has flushed: who writes next waits for that.
    let flush = Task { [stream] in await stream?.flush() ?? () }
    stopping = flush
    await flush.value
    await echo?.stop(beginning: epoch)
  }

  private func currentStream() async throws(InjectionError) -> PlaybackStream {
    let opened: PlaybackStream
    do { opened = try await open() } catch { throw .unavailable(error) }
    if opened !== stream {
      forgetMarks()
      stream = opened
    }
    return opened
  }

  /// Forgets the pending marks, and wakes a clock that sleeps until the next one.
  private func forgetMarks() {
    pending = []
    clock?.cancel()
  }

  private func followClock(of stream: PlaybackStream) {
    guard clock == nil, !pending.isEmpty else { return }
    clock = Task {
      var progress = (played: -1, since: ContinuousClock.now)
      while let next = pending.first, stream === self.stream {
        let played = await stream.played()
        if played != progress.played { progress = (played, .now) }
        // The actor was free meanwhile: a stop may have taken the mark away.
        guard let mark = pending.first?.mark, mark == next.mark else { continue }
        while let due = pending.first, Self.isDue(due, played: played) {
          pending.removeFirst()
          report(due.mark, frame: due.frame, played: played)
        }
        guard let next = pending.first else { continue }
        if progress.since.duration(to: .now) > Self.patience {
          pending = []
          marks.yield(
            HeardMark(mark: Mark(utterance: mark.utterance, kind: .stuck), time: 0, clock: MonotonicClock.seconds))
        } else {
          let wait = Duration.seconds(Double(next.frame - played) / Double(AudioFormat.sampleRate))
          do { try await Task.sleep(for: max(wait, Self.shortestWait(for: next.mark))) } catch { break }
        }
      }
      clock = nil
      // Whoever wrote meanwhile saw a clock, and has started none.
      if let current = self.stream { followClock(of: current) }
    }
  }

  private static func shortestWait(for mark: Mark) -> Duration {
    switch mark.kind {
    case .began, .ended, .stuck: shortestWait
    case .word, .level: leisurelyWait
    }
  }

  private static func isDue(_ place: (frame: Int, mark: Mark), played: Int) -> Bool {
    if case .began = place.mark.kind { played > place.frame } else { played >= place.frame }
  }

  private func report(_ mark: Mark, frame: Int, played: Int) {
    if case .began(let elapsed) = mark.kind {
      beginnings[mark.utterance] = frame - Int(elapsed * Double(AudioFormat.sampleRate))
    }
    let frames = frame - (beginnings[mark.utterance] ?? frame)
    if mark.kind == .ended { beginnings[mark.utterance] = nil }
    let rate = Double(AudioFormat.sampleRate)
    let clock = MonotonicClock.seconds - Double(played - frame) / rate
    marks.yield(HeardMark(mark: mark, time: Double(frames) / rate, clock: clock))
  }
}

/// A failure to write speech to the end.
public enum InjectionError: Error, Sendable, Equatable {
  /// It was stopped.
  case interrupted
  /// The stream was lost, as when the server goes away.
  case lost(reason: String)
  /// There is no stream to write to.
  case unavailable(CallAudioError)
}
