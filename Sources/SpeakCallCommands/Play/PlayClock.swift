/// The time of a play, counted from its first sample.
///
/// An utterance counts its times from its own first sample, without pauses. The moments at which it started and resumed
/// relate them to the clock of the play.
struct PlayClock: Sendable {
  private var origin: Double?
  private var anchor = (clock: 0.0, time: 0.0)

  /// Records that the sound at `time` of the present utterance was heard at `clock`, in seconds of `CLOCK_MONOTONIC`.
  mutating func note(_ time: Double, heardAt clock: Double) {
    origin = origin ?? clock
    anchor = (clock, time)
  }

  /// A Boolean value that indicates whether anything was heard.
  var hasBegun: Bool { origin != nil }

  /// Returns the time of the play at a time of the present utterance.
  func seconds(at time: Double) -> Double { seconds(atClock: anchor.clock + time - anchor.time) }

  /// Returns the time of the play at a moment of `CLOCK_MONOTONIC`.
  func seconds(atClock clock: Double) -> Double { max(0, clock - (origin ?? clock)) }
}

/// The times of a quote and its words on the clock of the play.
struct SpokenQuote: Sendable, Equatable {
  /// A word with the time at which it began.
  struct Word: Sendable, Equatable {
    /// The place in the text, in Unicode scalars.
    let offset: Int
    /// The length in Unicode scalars.
    let length: Int
    /// Seconds since the first sample of the play.
    let start: Double
  }

  /// The place of the quote in the script.
  let quote: Int
  /// The beginning, in seconds since the first sample of the play.
  let start: Double
  /// The end of the last sample.
  var end: Double
  /// A Boolean value that indicates whether it was heard to its end.
  var isWhole = false
  /// The words that were heard, in their order.
  private(set) var words: [Word] = []

  init(quote: Int, start: Double, end: Double, isWhole: Bool = false, words: [Word] = []) {
    (self.quote, self.start, self.end, self.isWhole, self.words) = (quote, start, end, isWhole, words)
  }

  /// Adds a word; one that is repeated after a pause keeps its first time.
  mutating func add(_ word: Word) {
    end = max(end, word.start)
    guard word.offset > words.last?.offset ?? -1 else { return }
    words.append(word)
  }
}
