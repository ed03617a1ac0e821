/// What the stage shows at one moment.
struct StageState: Sendable, Equatable {
  /// What keeps the speech from going on.
  enum Condition: Sendable, Equatable {
    case playing, paused, stopped
    /// Nothing is heard yet, or for a while.
    case waiting
  }

  /// What is played, as a name.
  var title: String
  /// The names of the speakers, in the order in which they stand.
  var cast: [String]
  /// The place in the cast of who speaks now, and of who speaks after that, quote by quote.
  var speakers: [Int]
  /// How loud the speaker is, in dBFS; `nil` in silence.
  var level: Double?
  /// The present quote.
  var text: String
  /// A Boolean value that indicates whether a sound of the quote was heard.
  var isHeard: Bool
  /// The word that is heard, in Unicode scalars of the text.
  var word: Range<Int>?
  /// The number of the present quote, from 1.
  var quote: Int
  /// How many quotes there are.
  var quotes: Int
  /// Which part of the script was spoken, from 0 to 1.
  var fraction: Double
  /// Seconds that it has taken.
  var elapsed: Double
  /// Seconds that the rest will take.
  var remaining: Double
  var condition: Condition
  /// Something that the user should know.
  var notice: String?
}
