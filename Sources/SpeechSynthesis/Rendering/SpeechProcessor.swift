import AudioProcessing

/// A processor that turns the engine's output into what is played: one level, 48 kHz, no peak above −3 dBFS.
///
/// It serves one utterance, over all pieces of its text. It gathers up to ``clauseSeconds`` of a clause to know its
/// level; the engine makes that much in a few milliseconds. It then converts a little faster than chunks arrive, so the
/// first samples can be played at once.
public struct SpeechProcessor: ~Copyable {
  /// Seconds of a clause that give its level to 1 dB, even at 80 words a minute.
  static let clauseSeconds = 3

  /// The largest sample that counts as silence, −78 dBFS: variants with an echo fade out below it.
  private static let silence = 4

  private var level: SpeechLevel
  private var limiter = Limiter()
  private var resampler: Resampler?

  /// The maximum silence in seconds to remove from the beginning, as the engine puts it before the first sound.
  ///
  /// It would only make the listener wait. A longer one is intended, such as a break in SSML, and loses only this much.
  private static let longestLead = 0.015

  /// Samples of silence removed before the first sound.
  private var lead = 0
  private var hasBegun = false

  /// Samples of a clause whose level is not known yet.
  private var gathered: [Float] = []

  /// Trailing samples of silence, at the present sample rate.
  private var withheld = 0
  private var isWithinClause = false

  /// Leveled samples that wait for conversion.
  private var leveled: [Float] = []

  /// Words whose frames have not been returned, and the number of frames returned.
  private var words: [SpeechBlock.Word] = []
  private var returned = 0

  /// Frames from earlier resamplers, frames from the present one, and samples passed to the present one.
  private var base = 0
  private var converted = 0
  private var taken = 0

  /// Creates a processor for one utterance.
  ///
  /// - Parameters:
  ///   - voiceLevel: ``Synthesis/voiceLevel`` of its first piece.
  ///   - gain: Decibels to add to the normal level.
  public init(voiceLevel: Double?, gain: Double = 0) {
    level = SpeechLevel(voiceLevel: voiceLevel, gain: gain)
  }

  /// Processes a chunk and returns the sound available so far, which is empty while a clause is gathered.
  public mutating func process(_ chunk: SpeechChunk) throws(SpeechError) -> SpeechBlock {
    var output: [Float] = []
    if let resampler, resampler.inputRate != chunk.sampleRate {
      gathered += repeatElement(0, count: withheld)
      withheld = 0
      output += try finishRate()
    }
    let resampler = try resampler(for: chunk.sampleRate)
    let samples = withoutLead(chunk)
    for word in chunk.words {
      let sample = Double(max(0, taken + word.sample))
      let frame = base + Int((sample * Double(AudioFormat.sampleRate) / Double(chunk.sampleRate)).rounded())
      words.append(.init(offset: word.offset, length: word.length, frame: frame))
    }
    taken += chunk.samples.count
    gather(samples)
    if chunk.endsClause || isWithinClause || gathered.count >= Self.clauseSeconds * chunk.sampleRate {
      levelGathered(sampleRate: chunk.sampleRate)
      isWithinClause = !chunk.endsClause
    }
    let share = leveled.prefix(max(2 * chunk.samples.count, chunk.sampleRate / 5))
    leveled.removeFirst(share.count)
    output += try convert(Array(share), with: resampler)
    return block(limiter.process(output), isLast: false)
  }

  /// Returns the rest of the utterance up to its last audible sample.
  ///
  /// The engine's pause after a sentence is dropped, because the next utterance decides about it.
  public mutating func finish() throws(SpeechError) -> SpeechBlock {
    let output = try finishRate()
    let limited = limiter.process(output)
    return block(limited + limiter.flush(), isLast: true)
  }

  /// Returns the samples of a chunk without the silence at the beginning of the utterance.
  private mutating func withoutLead(_ chunk: SpeechChunk) -> ArraySlice<Int16> {
    guard !hasBegun else { return chunk.samples[...] }
    let most = Int(Self.longestLead * Double(chunk.sampleRate)) - lead
    let silent = chunk.samples.prefix(most).prefix { abs(Int($0)) <= Self.silence }.count
    lead += silent
    taken -= silent
    hasBegun = silent < chunk.samples.count
    return chunk.samples.dropFirst(silent)
  }

  /// Gathers samples up to the last audible one; trailing silence counts only if sound follows.
  private mutating func gather(_ samples: ArraySlice<Int16>) {
    let end = samples.lastIndex { abs(Int($0)) > Self.silence }.map { $0 + 1 } ?? samples.startIndex
    if end > samples.startIndex {
      gathered += repeatElement(0, count: withheld)
      gathered += samples[..<end].map { Float($0) / 32768 }
      withheld = 0
    }
    withheld += samples.endIndex - end
  }

  private mutating func resampler(for rate: Int) throws(SpeechError) -> Resampler {
    if let resampler {
      return resampler
    }
    let created: Resampler
    do { created = try Resampler(inputRate: rate) } catch { throw .resamplingFailed(reason: error.reason) }
    resampler = created
    return created
  }

  /// Completes the conversion at the present sample rate.
  private mutating func finishRate() throws(SpeechError) -> [Float] {
    guard let resampler else { return [] }
    levelGathered(sampleRate: resampler.inputRate)
    var output = try convert(leveled, with: resampler)
    leveled.removeAll()
    let rest: [Float]
    do { rest = try resampler.flush() } catch { throw .resamplingFailed(reason: error.reason) }
    output += rest
    base += converted + rest.count
    converted = 0
    taken = 0
    isWithinClause = false
    self.resampler = nil
    return output
  }

  private mutating func levelGathered(sampleRate: Int) {
    leveled +=
      isWithinClause
      ? level.proceed(gathered, sampleRate: sampleRate) : level.begin(gathered, sampleRate: sampleRate)
    gathered.removeAll(keepingCapacity: true)
  }

  private mutating func convert(_ samples: [Float], with resampler: Resampler) throws(SpeechError) -> [Float] {
    let output: [Float]
    do { output = try resampler.process(samples) } catch { throw .resamplingFailed(reason: error.reason) }
    converted += output.count
    return output
  }

  private mutating func block(_ samples: [Float], isLast: Bool) -> SpeechBlock {
    let end = returned + samples.count
    let begun = isLast ? words.count : words.firstIndex { $0.frame >= end } ?? words.count
    // A word that begins in the omitted pause is placed at the end.
    let heard = words[..<begun].map { word in
      SpeechBlock.Word(offset: word.offset, length: word.length, frame: min(word.frame, end))
    }
    let block = SpeechBlock(samples: samples.map(Self.integer), words: heard)
    words.removeFirst(begun)
    returned = end
    return block
  }

  /// Rounds a sample of at most ``Limiter/ceiling``.
  private static func integer(_ sample: Float) -> Int16 {
    Int16(truncatingIfNeeded: Int32(sample * 32768 + (sample < 0 ? -0.5 : 0.5)))
  }
}

/// A stretch of speech in the format of the virtual microphone: 48 kHz, mono.
public struct SpeechBlock: Sendable, Equatable {
  /// A word of the text and the frame at which it begins.
  public struct Word: Sendable, Equatable {
    /// The offset of the word in its piece of text, in Unicode scalars.
    public let offset: Int

    /// The length of the word in Unicode scalars, at least 1.
    public let length: Int

    /// The frame at which the word begins, counted from the beginning of the utterance.
    public let frame: Int
  }

  /// The samples, none above −3 dBFS.
  public let samples: [Int16]

  /// The words that begin in the block.
  public let words: [Word]
}
