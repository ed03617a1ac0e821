/// The time of a play, counted from its first sample.
///
/// An utterance tells its times since its own first sample, in which the time that it was held does not count. What was
/// heard when is known from the moments at which it began and was taken up again.
struct PlayClock: Sendable {
  private var origin: Double?
  private var anchor = (clock: 0.0, time: 0.0)

  /// Notes that the sound at `time` of the present utterance was heard at `clock`, in seconds of `CLOCK_MONOTONIC`.
  mutating func note(_ time: Double, heardAt clock: Double) {
    origin = origin ?? clock
    anchor = (clock, time)
  }

  /// A Boolean value that indicates whether anything was heard.
  var hasBegun: Bool { origin != nil }

  /// The time of the play at a time of the present utterance.
  func seconds(at time: Double) -> Double { seconds(atClock: anchor.clock + time - anchor.time) }

  /// The time of the play at a moment of `CLOCK_MONOTONIC`.
  func seconds(atClock clock: Double) -> Double { max(0, clock - (origin ?? clock)) }
}
