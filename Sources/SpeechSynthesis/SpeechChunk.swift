/// A stretch of synthesized speech with the words that begin in it.
public struct SpeechChunk: Sendable, Equatable {
  /// A word of the text and the sample with which it begins.
  public struct Word: Sendable, Equatable {
    /// The place of the word in the text as it was given, in Unicode scalars.
    public let offset: Int

    /// The length of the word in Unicode scalars, at least 1.
    public let length: Int

    /// The sample of the chunk with which the word begins.
    public let sample: Int
  }

  /// Mono samples: a few words of them, at most a clause.
  public let samples: [Int16]

  /// Samples a second.
  public let sampleRate: Int

  /// The words in the order they are spoken; no two overlap in the text.
  public let words: [Word]

  /// A Boolean value that indicates whether a clause ends with the last sample.
  public let endsClause: Bool

  /// The words that were left out since the last chunk; they stood before or behind those of this one.
  public internal(set) var skipped: [SkippedWord] = []
}

extension SpeechChunk {
  /// The chunk with the places of its words counted from so many Unicode scalars before its text.
  public func shifted(by scalars: Int) -> SpeechChunk {
    SpeechChunk(
      samples: samples, sampleRate: sampleRate,
      words: words.map { Word(offset: $0.offset + scalars, length: $0.length, sample: $0.sample) },
      endsClause: endsClause,
      skipped: skipped.map { SkippedWord(offset: $0.offset + scalars, text: $0.text, reason: $0.reason) })
  }

  /// One chunk of two that follow on each other.
  static func + (first: SpeechChunk, second: SpeechChunk) -> SpeechChunk {
    let later = second.words.map { word in
      Word(offset: word.offset, length: word.length, sample: word.sample + first.samples.count)
    }
    return SpeechChunk(
      samples: first.samples + second.samples, sampleRate: second.sampleRate, words: first.words + later,
      endsClause: second.endsClause)
  }

  /// Two chunks of one; the second begins with the given sample, and with the last word that begins there.
  func split(at sample: Int) -> (SpeechChunk, SpeechChunk) {
    let later = words.suffix(1).map { Word(offset: $0.offset, length: $0.length, sample: $0.sample - sample) }
    return (
      SpeechChunk(
        samples: Array(samples[..<sample]), sampleRate: sampleRate, words: words.dropLast(), endsClause: false),
      SpeechChunk(
        samples: Array(samples[sample...]), sampleRate: sampleRate, words: later, endsClause: endsClause)
    )
  }
}
