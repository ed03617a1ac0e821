/// What one speaker says at a stretch.
public struct Quote: Sendable, Equatable {
  /// The name of the speaker.
  public var speaker: String

  /// The words, on one line.
  public var text: String

  /// The line of the script on which the quote begins, counted from 1.
  public var line: Int

  /// Seconds of silence that the script asks for before the quote, 0 for none.
  public var pauseBefore: Double

  /// Creates a quote.
  public init(speaker: String, text: String, line: Int, pauseBefore: Double = 0) {
    self.speaker = speaker
    self.text = text
    self.line = line
    self.pauseBefore = pauseBefore
  }
}
