import AudioProcessing
import CallRouting
import SpeakCallProtocol
import SpeechInjection
import SpeechSynthesis

/// The way of an utterance from text to samples in the stream.
extension SpeechQueue {
  /// Why writing ended before the last sample.
  enum Interruption: Error {
    /// The sound was flushed: this utterance is cancelled, or stood behind one that is.
    case cut
    /// The stream is gone: the utterance goes on when there is one again.
    case lost(reason: String)
    case refused(AgentError, CancelReason)
  }

  /// Synthesizes an utterance and writes it, with marks for its words, to its last sample.
  func write(_ utterance: Utterance, epoch: Int) async throws(Interruption) {
    var processor: SpeechProcessor?
    var marks = [(offset: 0, mark: Injector.Mark(utterance: utterance.id, kind: .began(after: utterance.elapsed)))]
    var frames = 0
    var levels = utterance.request.wantsLevels ? LevelMarks(utterance: utterance.id) : nil
    while let piece = await utterance.nextPiece() {
      let settings = utterance.request.settings
      let synthesis = try await attempt { () async throws(SpeechError) in
        try await speech.begin(piece.text, settings: settings)
      }
      for warning in synthesis.warnings { tell(utterance, .warning(warning)) }
      utterance.voice = settings.voice ?? synthesis.voice.languages.first ?? synthesis.voice.name
      if processor == nil { processor = SpeechProcessor(voiceLevel: synthesis.voiceLevel, gain: settings.gain ?? 0) }
      while let chunk = try await attempt({ () async throws(SpeechError) in try await synthesis.next() }) {
        for word in chunk.skipped { tell(utterance, .warning(word.description)) }
        let block: SpeechBlock?
        do { block = try processor?.process(chunk.shifted(by: piece.base)) } catch {
          throw .refused(.speech(error), .failed)
        }
        guard let block else { continue }
        do throws(Interruption) {
          try await write(block, marks: &marks, levels: &levels, after: &frames, of: utterance, epoch: epoch)
        } catch {
          await synthesis.cancel()
          throw error
        }
      }
    }
    let rest: SpeechBlock?
    do { rest = try processor?.finish() } catch { throw .refused(.speech(error), .failed) }
    if let rest { try await write(rest, marks: &marks, levels: &levels, after: &frames, of: utterance, epoch: epoch) }
    marks.append((0, .init(utterance: utterance.id, kind: .ended)))
    try await write([], marks: marks, epoch: epoch)
    await injector.finishWriting()
  }

  private func write(
    _ block: SpeechBlock, marks: inout [(offset: Int, mark: Injector.Mark)], levels: inout LevelMarks?,
    after frames: inout Int, of utterance: Utterance, epoch: Int
  ) async throws(Interruption) {
    guard !block.samples.isEmpty else { return }
    let words = block.words.map { word in
      (
        offset: word.frame - frames,
        mark: Injector.Mark(utterance: utterance.id, kind: .word(offset: word.offset, length: word.length))
      )
    }
    let loudness = levels?.add(block.samples) ?? []
    try await write(block.samples, marks: marks + (words + loudness).sorted { $0.offset < $1.offset }, epoch: epoch)
    marks = []
    frames += block.samples.count
  }

  /// What an error of the coordinator means for an utterance that was taken into the queue: a lost server comes back.
  static func interruption(_ error: CallAudioError) -> Interruption {
    if case .noServer(let reason) = error { return .lost(reason: reason) }
    return .refused(.call(error), error.cancelReason)
  }

  private func attempt<Value>(
    _ body: () async throws(SpeechError) -> Value
  ) async throws(Interruption) -> Value {
    do { return try await body() } catch { throw .refused(.speech(error), .failed) }
  }

  /// Writes silence, in steps that bound the memory for a pause of any length.
  func writeSilence(seconds: Double, epoch: Int) async throws(Interruption) {
    var frames = Int((seconds * Double(AudioFormat.sampleRate)).rounded())
    while frames > 0 {
      let step = min(frames, AudioFormat.sampleRate / 2)
      try await write([Int16](repeating: 0, count: step), epoch: epoch)
      frames -= step
    }
  }

  /// Writes samples unless the epoch is over.
  func write(
    _ samples: [Int16], marks: [(offset: Int, mark: Injector.Mark)] = [], epoch: Int
  ) async throws(Interruption) {
    guard epoch == self.epoch else { throw .cut }
    do { try await injector.write(samples, marks: marks, epoch: epoch) } catch {
      switch error {
      case .interrupted: throw .cut
      case .lost(let reason): throw .lost(reason: reason)
      case .unavailable(let error): throw Self.interruption(error)
      }
    }
  }
}
