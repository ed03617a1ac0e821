import AudioProcessing
import CallRouting
import SpeakCallProtocol
import SpeechInjection
import SpeechSynthesis
import SystemSupport
import TextProcessing

/// Writes one utterance into the stream: from its text to samples, with marks for its words.
struct UtteranceWriter {
  private typealias PlacedMark = (offset: Int, mark: Injector.Mark)

  let turn: QueueState.Turn
  let speech: Speech
  let injector: Injector

  private var utterance: Utterance { turn.utterance }
  private var epoch: Int { turn.epoch }

  /// Writes the utterance to its last sample; returns how that ended.
  func run(for queue: isolated SpeechQueue) async -> QueueState.WritingEnd {
    do throws(QueueState.WritingEnd) {
      if !turn.isCleared { do { try await queue.checkGate() } catch { throw Self.end(for: error) } }
      let clock = MonotonicClock.seconds
      try await writeSilence(
        seconds: queue.pause(before: utterance, isSounding: await injector.isSounding, clock: clock), for: queue)
      guard await queue.beginSound(of: utterance.id, epoch: epoch) else { throw .cut }
      try await writeText(for: queue)
      return .complete
    } catch {
      return error
    }
  }

  private func writeText(for queue: isolated SpeechQueue) async throws(QueueState.WritingEnd) {
    let settings = utterance.request.settings
    var processor: SpeechProcessor?
    var marks: [PlacedMark] = [(0, mark(.began(after: utterance.elapsed)))]
    var frames = 0
    var levels = utterance.request.wantsLevels ? LevelMarks(utterance: utterance.id) : nil
    while case .piece(let piece) = await queue.nextPiece(of: utterance.id) {
      if processor != nil { do { try queue.checkPermission() } catch { throw Self.end(for: error) } }
      let synthesis = try await attempt { () async throws(SpeechError) in
        try await speech.begin(piece.text, settings: settings)
      }
      await queue.note(
        voice: settings.voice ?? synthesis.voice.languages.first ?? synthesis.voice.name,
        warnings: synthesis.warnings, of: utterance.id)
      if processor == nil { processor = SpeechProcessor(voiceLevel: synthesis.voiceLevel, gain: settings.gain ?? 0) }
      while let chunk = try await attempt({ () async throws(SpeechError) in try await synthesis.next() }) {
        if !chunk.skipped.isEmpty { await queue.note(warnings: chunk.skipped.map(\.description), of: utterance.id) }
        let block: SpeechBlock?
        do { block = try processor?.process(chunk.shifted(by: piece.base)) } catch {
          throw .refused(.speech(error), .failed)
        }
        guard let block else { continue }
        do throws(QueueState.WritingEnd) {
          try await write(block, marks: &marks, levels: &levels, after: &frames, for: queue)
        } catch {
          await synthesis.cancel()
          throw error
        }
      }
    }
    let rest: SpeechBlock?
    do { rest = try processor?.finish() } catch { throw .refused(.speech(error), .failed) }
    if let rest { try await write(rest, marks: &marks, levels: &levels, after: &frames, for: queue) }
    marks.append((0, mark(.ended)))
    try await write([], marks: marks, for: queue)
    await injector.finishWriting()
  }

  private func mark(_ kind: Injector.Mark.Kind) -> Injector.Mark { .init(utterance: utterance.id, kind: kind) }

  private func attempt<Value>(
    _ body: () async throws(SpeechError) -> Value
  ) async throws(QueueState.WritingEnd) -> Value {
    do { return try await body() } catch { throw .refused(.speech(error), .failed) }
  }

  private func write(
    _ block: SpeechBlock, marks: inout [PlacedMark], levels: inout LevelMarks?, after frames: inout Int,
    for queue: isolated SpeechQueue
  ) async throws(QueueState.WritingEnd) {
    guard !block.samples.isEmpty else { return }
    let words: [PlacedMark] = block.words.map { word in
      (word.frame - frames, mark(.word(offset: word.offset, length: word.length)))
    }
    let loudness = levels?.add(block.samples) ?? []
    try await write(block.samples, marks: marks + (words + loudness).sorted { $0.offset < $1.offset }, for: queue)
    marks = []
    frames += block.samples.count
  }

  /// Writes silence, in steps that bound the memory for a pause of any length.
  private func writeSilence(
    seconds: Double, for queue: isolated SpeechQueue
  ) async throws(QueueState.WritingEnd) {
    var frames = Int((seconds * Double(AudioFormat.sampleRate)).rounded())
    while frames > 0 {
      let step = min(frames, AudioFormat.sampleRate / 2)
      try await write([Int16](repeating: 0, count: step), marks: [], for: queue)
      frames -= step
    }
  }

  /// Writes samples unless the epoch is over.
  private func write(
    _ samples: [Int16], marks: [PlacedMark], for queue: isolated SpeechQueue
  ) async throws(QueueState.WritingEnd) {
    guard queue.isCurrent(epoch) else { throw .cut }
    do { try await injector.write(samples, marks: marks, epoch: epoch) } catch {
      switch error {
      case .interrupted: throw .cut
      case .lost(let reason): throw .lost(reason: reason)
      case .unavailable(let error): throw Self.end(for: error)
      }
    }
  }

  /// Returns what an error of the coordinator means for an utterance in the queue: a lost server comes back.
  private static func end(for error: CallAudioError) -> QueueState.WritingEnd {
    if case .noServer(let reason) = error { return .lost(reason: reason) }
    return .refused(.call(error), reason(for: error))
  }

  private static func reason(for error: CallAudioError) -> CancelReason {
    switch error {
    case .permissionUndetermined, .permissionDenied, .serviceDisabled: .permissionWithdrawn
    case .injectionOff: .stopped
    case .noServer: .serverLost
    case .noCall, .callOnHold, .callNotAttached, .callNotIncluded: .callEnded
    case .outputLeadsIntoCall, .nameTaken, .microphoneFailed, .stateNotWritten: .failed
    }
  }
}
