/// Whose words an utterance is, and where in the script they stand.
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
