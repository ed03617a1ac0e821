import SpeechSynthesis

/// A text to speak, and its settings; the answer is a stream of events.
public struct SayRequest: Decodable, Sendable, Equatable {
  /// The places in the queue for an utterance.
  public enum Placement: String, Decodable, Sendable {
    /// At the end, or behind the previous utterance of the same connection.
    case end
    /// At the head.
    case next
    /// At the head, and what is being spoken ends.
    case now
  }

  /// The text, or its first piece.
  public var text: String
  /// A Boolean value that indicates whether there is no more text than this.
  public var isComplete: Bool
  /// Voice, rate, pitch and gain.
  public var settings: SpeechSettings
  /// The place in the queue.
  public var placement: Placement
  /// Seconds to wait for a call if there is none; absent to fail at once, negative for no limit.
  public var waitForCall: Double?
  /// A Boolean value that indicates whether to speak on the default output instead of into the call.
  public var isPreview: Bool
  /// The part of an utterance that was heard from an earlier agent.
  public struct Resumption: Decodable, Sendable, Equatable {
    /// Unicode scalars before the text.
    public var offset: Int
    /// Seconds of sound before it.
    public var seconds: Double

    /// Creates a resumption.
    public init(offset: Int, seconds: Double) {
      self.offset = offset
      self.seconds = seconds
    }
  }

  /// The place of the text if it is the rest of one that another agent began.
  public var resumption: Resumption?
  /// A Boolean value that indicates whether the utterance is spoken even after the connection is closed.
  public var isDetached: Bool
  /// Seconds of silence before it when it follows on another utterance; absent for the usual breath.
  public var pauseBefore: Double?
  /// The speaker and line, if the text is part of a script.
  public var quote: QuoteLabel?
  /// A Boolean value that indicates whether the caller gets the sound level, 25 times a second.
  public var wantsLevels: Bool
  /// A Boolean value that indicates whether speech was paused when the earlier agent ended; absent if not.
  public var isHeld: Bool?

  /// Creates a request.
  public init(
    text: String, isComplete: Bool = true, settings: SpeechSettings, placement: Placement = .end,
    waitForCall: Double? = nil, isPreview: Bool = false, isDetached: Bool = false,
    pauseBefore: Double? = nil, quote: QuoteLabel? = nil, wantsLevels: Bool = false
  ) {
    self.text = text
    self.isComplete = isComplete
    self.settings = settings
    self.placement = placement
    self.waitForCall = waitForCall
    self.isPreview = isPreview
    self.isDetached = isDetached
    self.pauseBefore = pauseBefore
    self.quote = quote
    self.wantsLevels = wantsLevels
  }
}

/// The speaker of an utterance, and its place in the script.
public struct QuoteLabel: Decodable, Sendable, Equatable {
  /// The name of the speaker.
  public var speaker: String
  /// The line of the script on which the quote begins, counted from 1.
  public var line: Int

  /// Creates a label.
  public init(speaker: String, line: Int) {
    self.speaker = speaker
    self.line = line
  }
}
