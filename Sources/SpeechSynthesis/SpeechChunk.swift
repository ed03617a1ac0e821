/// A stretch of synthesized speech and the words that begin in it.
public struct SpeechChunk: Sendable, Equatable {
  /// A word of the text and the sample at which it begins.
  struct Word: Sendable, Equatable {
    /// The offset of the word in the given text, in Unicode scalars.
    let offset: Int

    /// The length of the word in Unicode scalars, at least 1.
    let length: Int

    /// The sample of the chunk at which the word begins.
    let sample: Int
  }

  /// The mono samples of a few words, at most a clause.
  let samples: [Int16]

  /// Samples per second.
  let sampleRate: Int

  /// The words in the order of speech; no two overlap in the text.
  let words: [Word]

  /// A Boolean value that indicates whether a clause ends with the last sample.
  let endsClause: Bool

  /// The words skipped since the last chunk; they stood before or after those of this one.
  public internal(set) var skipped: [SkippedWord] = []
}

extension SpeechChunk {
  /// Returns the chunk with the offsets of its words moved by a number of Unicode scalars.
  public func shifted(by scalars: Int) -> SpeechChunk {
    SpeechChunk(
      samples: samples, sampleRate: sampleRate,
      words: words.map { Word(offset: $0.offset + scalars, length: $0.length, sample: $0.sample) },
      endsClause: endsClause,
      skipped: skipped.map { SkippedWord(offset: $0.offset + scalars, text: $0.text, reason: $0.reason) })
  }

  /// Joins two consecutive chunks.
  static func + (first: SpeechChunk, second: SpeechChunk) -> SpeechChunk {
    let later = second.words.map { word in
      Word(offset: word.offset, length: word.length, sample: word.sample + first.samples.count)
    }
    return SpeechChunk(
      samples: first.samples + second.samples, sampleRate: second.sampleRate, words: first.words + later,
      endsClause: second.endsClause)
  }

  /// Splits the chunk at a sample, at which its last word begins.
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

/// A word that was skipped because espeak-ng crashes or hangs on it.
public struct SkippedWord: Sendable, Equatable, CustomStringConvertible {
  /// The offset of the word in the given text, in Unicode scalars.
  let offset: Int

  /// The word, which is untrusted text.
  let text: String

  /// The failure that the word causes, as a phrase.
  let reason: String

  /// One line: the word and the reason.
  public var description: String {
    let shown = text.prefix(40)
    return "“\(shown)\(shown.endIndex < text.endIndex ? "…" : "")” was skipped: espeak-ng fails on it (\(reason))"
  }
}
