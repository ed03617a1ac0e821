import AudioProcessing
import CallRouting
import PulseAudio

/// An actor that plays what an injector plays a second time, elsewhere and at the same moment, and never holds it up.
actor Echo {
  /// Samples, and where they stand in the injector's stream.
  struct Part: Sendable {
    var samples: [Int16]
    /// The frame of ``stream`` with which they begin.
    let frame: Int
    let stream: PlaybackStream
    /// A Boolean value that indicates whether an utterance begins with them.
    let isBeginning: Bool
  }

  /// The tolerated distance of the two, in seconds; servers report their delays no better.
  private static let tolerance = 0.01

  /// The distance from which on it is corrected even if the correction is audible.
  private static let limit = 0.3

  /// The most frames that wait for an output that does not keep up.
  private static let mostWaiting = 8 * AudioFormat.sampleRate

  private let open: @Sendable () async -> EchoOutput?
  private var stream: PlaybackStream?
  private var parts: [Part] = []
  private var worker: Task<Void, Never>?
  private var epoch = 0
  private var mustAlign = false
  private var mustFinish = false

  /// Creates an echo that asks `open` for its output before each part, because it comes and goes.
  init(open: @escaping @Sendable () async -> EchoOutput?) { self.open = open }

  /// Plays a part as soon as what came before it is with the server.
  func play(_ part: Part, epoch: Int) {
    guard epoch >= self.epoch else { return }
    mustFinish = false
    parts.append(part)
    if parts.reduce(0, { $0 + $1.samples.count }) > Self.mostWaiting {
      parts = [part]
      mustAlign = true
    }
    work()
  }

  /// Lets the last sound be heard to its end if nothing follows.
  func finishWriting() {
    mustFinish = true
    work()
  }

  /// Silences it and begins the given epoch.
  func stop(beginning epoch: Int) async {
    self.epoch = epoch
    parts = []
    mustFinish = false
    await stream?.flush()
  }

  private func work() {
    guard worker == nil else { return }
    worker = Task {
      while let part = parts.first {
        parts.removeFirst()
        await play(part, of: epoch)
      }
      worker = nil
      guard mustFinish, let stream else { return }
      mustFinish = false
      do { try await stream.drain(timeout: Injector.patience, lead: Injector.finishingTime) } catch {}
    }
  }

  private func play(_ part: Part, of epoch: Int) async {
    guard let output = await open() else {
      stream = nil
      return
    }
    if output.stream !== stream { mustAlign = true }
    stream = output.stream
    do {
      let samples = try await aligned(part, with: output.stream)
      // It may have been stopped meanwhile.
      guard epoch == self.epoch else { return }
      try await output.stream.write(samples.map { Self.scaled($0, by: output.gain) })
    } catch {
      // The output is gone, or was silenced: what follows is played on the next one.
      mustAlign = true
    }
  }

  /// Returns the samples moved towards the time at which the other stream plays them.
  private func aligned(_ part: Part, with stream: PlaybackStream) async throws(PulseError) -> [Int16] {
    let rate = Double(AudioFormat.sampleRate)
    let ahead = Double(await part.frame - part.stream.played()) / rate
    let late = try await stream.delay() / .seconds(1) - ahead
    let frames = Int(abs(late) * rate)
    let isFar = mustAlign || abs(late) > Self.limit
    mustAlign = isFar && late > 0 && frames > part.samples.count
    guard abs(late) > Self.tolerance else { return part.samples }
    if late < 0, isFar || part.isBeginning { return [Int16](repeating: 0, count: frames) + part.samples }
    if isFar { return Array(part.samples.dropFirst(frames)) }
    return late < 0
      ? SoundShift.delayed(part.samples, by: frames) : SoundShift.hastened(part.samples, by: frames)
  }

  private static func scaled(_ sample: Int16, by gain: Float) -> Int16 {
    Int16(max(-32768, min(32767, (Float(sample) * gain).rounded())))
  }
}
