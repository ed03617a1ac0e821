import AudioProcessing

/// Makes what is played of what the engine speaks: one level, 48 kHz, no peak above −3 dBFS.
///
/// It serves one utterance, over all pieces of its text. The audio of a clause, of at most ``clauseSeconds``, is gathered
/// before it is leveled, because its level has to be known; the engine makes that much in a few milliseconds. What is
/// leveled is then converted a little faster than it comes, so that the first of it can be played at once.
public struct SpeechProcessor: ~Copyable {
  /// Seconds of a clause that are enough to know its level to 1 dB, even if it is spoken at 80 words a minute.
  static let clauseSeconds = 3

  /// The largest sample that still counts as silence, −78 dBFS: variants with an echo fade out below it.
  private static let silence = 4

  private var level: SpeechLevel
  private var limiter = Limiter()
  private var resampler: Resampler?

  /// Seconds of silence that the engine puts before the first sound, at most.
  ///
  /// It would only make a listener wait. A longer one was asked for, as by a break in SSML, and loses no more than this.
  private static let longestLead = 0.015

  /// Samples of silence that were left out at the beginning; the beginning ends with the first sound.
  private var lead = 0
  private var hasBegun = false

  /// The part of a clause whose level is not known yet.
  private var gathered: [Float] = []

  /// Samples of silence that came last, at the present sample rate.
  private var withheld = 0
  private var isWithinClause = false

  /// What has its level and waits to be converted.
  private var leveled: [Float] = []

  /// Words whose frames have not been returned; frames since the beginning.
  private var words: [SpeechBlock.Word] = []
  private var returned = 0

  /// Frames that came out of the resamplers before the present one, and samples that went into the present one.
  private var base = 0
  private var converted = 0
  private var taken = 0

  /// Creates a processor for one utterance.
  ///
  /// - Parameters:
  ///   - voiceLevel: ``Synthesis/voiceLevel`` of its first piece.
  ///   - gain: Decibels that the user wants on top of the normal level.
  public init(voiceLevel: Double?, gain: Double = 0) {
    level = SpeechLevel(voiceLevel: voiceLevel, gain: gain)
  }

  /// Takes a chunk and returns what can be played so far, which is nothing while a clause is gathered.
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

  /// Returns the rest of the utterance to the last sample that can be heard.
  ///
  /// The pause that the engine puts behind a sentence is left out: what comes next decides on it.
  public mutating func finish() throws(SpeechError) -> SpeechBlock {
    let output = try finishRate()
    let limited = limiter.process(output)
    return block(limited + limiter.flush(), isLast: true)
  }

  /// Returns the samples of a chunk less the silence at the beginning of the utterance.
  private mutating func withoutLead(_ chunk: SpeechChunk) -> ArraySlice<Int16> {
    guard !hasBegun else { return chunk.samples[...] }
    let most = Int(Self.longestLead * Double(chunk.sampleRate)) - lead
    let silent = chunk.samples.prefix(most).prefix { abs(Int($0)) <= Self.silence }.count
    lead += silent
    taken -= silent
    hasBegun = silent < chunk.samples.count
    return chunk.samples.dropFirst(silent)
  }

  /// Gathers samples up to the last that can be heard; the silence behind it counts only when something follows.
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

  /// Ends the work at the present sample rate; the next chunk begins with a rate of its own.
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
    // A word whose sound is in the pause that was left out is over with the last sample.
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
