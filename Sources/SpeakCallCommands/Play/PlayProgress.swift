import Scripts

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
