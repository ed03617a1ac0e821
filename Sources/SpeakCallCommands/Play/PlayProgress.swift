import Scripts

/// How far a play has got: the time it has taken, and the time that the rest will take.
struct PlayProgress {
  /// What a Unicode scalar of English takes at the usual 175 words a minute, in seconds.
  private static let usualPace = 0.068
  /// How many scalars have to be heard before what was measured counts as much as what is usual.
  private static let trust = 200.0

  /// Scalars and seconds of silence before each quote, and at the end of the script.
  private let before: [(scalars: Double, pauses: Double)]
  private let lengths: [Double]
  private var measured = (scalars: 0.0, seconds: 0.0)
  private var gone = 0.0
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

  /// Notes whether time counts from `moment` on.
  mutating func run(_ isRunning: Bool, at moment: Double) {
    if let since { gone += max(0, moment - since) }
    since = isRunning ? moment : nil
  }

  /// Notes how long a quote took.
  mutating func note(_ quote: HeardQuote) {
    guard quote.end > quote.start else { return }
    measured.scalars += lengths[quote.quote]
    measured.seconds += quote.end - quote.start
  }

  /// Seconds that it has taken, without those in which it was held.
  func elapsed(at moment: Double) -> Double { gone + (since.map { max(0, moment - $0) } ?? 0) }

  /// Seconds that are left after so many scalars of a quote.
  func remaining(from quote: Int, after scalars: Int) -> Double {
    let (all, done) = (before[lengths.count], before[quote])
    let pace =
      (measured.seconds + Self.usualPace * Self.trust) / (measured.scalars + Self.trust)
    return (all.scalars - done.scalars - Double(scalars)) * pace + all.pauses - done.pauses
  }

  /// Which part of the script comes before so many scalars of a quote, from 0 to 1.
  func fraction(of quote: Int, after scalars: Int) -> Double {
    let all = before[lengths.count].scalars
    return all > 0 ? min(1, (before[quote].scalars + Double(scalars)) / all) : 1
  }
}
