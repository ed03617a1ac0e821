/// A conversation to be spoken: who takes part in it, and what they say.
public struct Script: Sendable, Equatable {
  /// The speakers, in the order of their first appearance.
  public var cast: [CastMember]

  /// What is said, in the order in which it is said; each speaker is in the cast.
  public var quotes: [Quote]

  /// What is probably a mistake but does not keep the script from being spoken.
  public var warnings: [ScriptError]

  /// Creates a script.
  public init(cast: [CastMember], quotes: [Quote], warnings: [ScriptError] = []) {
    self.cast = cast
    self.quotes = quotes
    self.warnings = warnings
  }
}
