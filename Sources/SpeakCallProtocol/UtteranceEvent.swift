/// Something that happened to an utterance.
public struct UtteranceEvent: Sendable, Equatable {
  /// The kinds of events; offsets and lengths count Unicode scalars of the text.
  public enum Kind: Sendable, Equatable {
    case queued
    /// The utterance that starts next is part of a script.
    case quote(QuoteLabel)
    /// The first sample left; `clock` is that moment in seconds of `CLOCK_MONOTONIC`.
    case started(text: String, voice: String, clock: Double)
    /// A word became audible, `time` seconds after the first sample.
    case word(offset: Int, length: Int, time: Double)
    /// The sound level in dBFS, `time` seconds after the first sample; sent only to a caller that asked for levels.
    case level(Double, time: Double)
    /// The user paused speech; the queue waits.
    case paused
    /// An utterance that was paused, or cut by the loss of the server or the agent, continues with the word at `offset`,
    /// `time` seconds after its first sample, at `clock` of `CLOCK_MONOTONIC`.
    case resumed(offset: Int, time: Double, clock: Double)
    case finished(seconds: Double)
    /// The utterance ended early; `spoken` is the end of the last word that was heard.
    case cancelled(CancelReason, spoken: Int)
    /// Something that the caller should know and that does not end the utterance; one sentence without its full stop.
    case warning(String)
  }

  /// The number of the utterance.
  public var id: Int
  /// The kind of event, with its values.
  public var kind: Kind

  /// Creates an event.
  public init(id: Int, kind: Kind) {
    self.id = id
    self.kind = kind
  }
}

/// The reason for an utterance to end before its last word.
public enum CancelReason: String, Codable, Sendable {
  case stopped, skipped, replaced, callEnded, permissionWithdrawn, serverLost, failed
}
