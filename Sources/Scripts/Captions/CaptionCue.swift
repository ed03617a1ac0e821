/// What is shown of the speech at one time.
public struct CaptionCue: Sendable, Equatable {
  /// The name of the speaker, `nil` if there is none.
  public var speaker: String?

  /// The lines of the text, none of them empty.
  public var lines: [String]

  /// When it is shown, in seconds of the play clock.
  public var start: Double

  /// When it is taken away, in seconds of the play clock.
  public var end: Double

  /// Creates a cue.
  public init(speaker: String?, lines: [String], start: Double, end: Double) {
    self.speaker = speaker
    self.lines = lines
    self.start = start
    self.end = end
  }
}
