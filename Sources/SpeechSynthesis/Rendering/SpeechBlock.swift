/// A stretch of speech as the virtual microphone plays it: 48 kHz, mono.
public struct SpeechBlock: Sendable, Equatable {
  /// A word of the text and the frame with which it begins.
  public struct Word: Sendable, Equatable {
    /// The place of the word in its piece of text, in Unicode scalars.
    public let offset: Int

    /// The length of the word in Unicode scalars, at least 1.
    public let length: Int

    /// The frame with which the word begins, counted from the first frame of the utterance.
    public let frame: Int
  }

  /// The samples, none of them above −3 dBFS.
  public let samples: [Int16]

  /// The words that begin in the block.
  public let words: [Word]
}
