import Scripts

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

/// The progress of a play: the time that has passed, and an estimate of the rest.
struct PlayProgress {
  /// The seconds for a Unicode scalar of English at the usual 175 words a minute.
  private static let usualPace = 0.068
  /// The number of scalars after which the measured pace counts as much as the usual one.
  private static let trust = 200.0

  /// The scalars and seconds of silence before each quote, and at the end of the script.
  private let before: [(scalars: Double, pauses: Double)]
  private let lengths: [Double]
  private var measured = (scalars: 0.0, seconds: 0.0)
  private var passed = 0.0
  private var since: Double?

  init(_ quotes: [Quote]) {
    lengths = quotes.map { Double($0.text.unicodeScalars.count) }
    var before = [(scalars: 0.0, pauses: 0.0)]
    for (quote, length) in zip(quotes, lengths) {
      let last = before[before.count - 1]
      before.append((last.scalars + length, last.pauses + quote.pauseBefore))
    }
    self.before = before
  }

  /// Starts or stops the time at `moment`.
  mutating func run(_ isRunning: Bool, at moment: Double) {
    if let since { passed += max(0, moment - since) }
    since = isRunning ? moment : nil
  }

  /// Records how long a quote took.
  mutating func note(_ quote: SpokenQuote) {
    guard quote.end > quote.start else { return }
    measured.scalars += lengths[quote.quote]
    measured.seconds += quote.end - quote.start
  }

  /// Returns the seconds that have passed, without pauses.
  func elapsed(at moment: Double) -> Double { passed + (since.map { max(0, moment - $0) } ?? 0) }

  /// Returns the estimated seconds that are left after `scalars` scalars of a quote.
  func remaining(from quote: Int, after scalars: Int) -> Double {
    let (all, done) = (before[lengths.count], before[quote])
    let pace =
      (measured.seconds + Self.usualPace * Self.trust) / (measured.scalars + Self.trust)
    return (all.scalars - done.scalars - Double(scalars)) * pace + all.pauses - done.pauses
  }

  /// Returns the fraction of the script before `scalars` scalars of a quote, from 0 to 1.
  func fraction(of quote: Int, after scalars: Int) -> Double {
    let all = before[lengths.count].scalars
    return all > 0 ? min(1, (before[quote].scalars + Double(scalars)) / all) : 1
  }
}
