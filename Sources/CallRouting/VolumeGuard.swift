/// Decides whether a volume that somebody set on our source is to be put back once more.
///
/// Call apps with automatic gain control turn the source's volume; it is put back a few times a minute, and after that
/// left as it is, for a fight of two programs over a slider helps nobody.
struct VolumeGuard: Sendable {
  private static let most = 5
  private static let period = Duration.seconds(60)
  private var restored: [ContinuousClock.Instant] = []

  /// A Boolean value that indicates whether putting it back has been given up for now.
  func isExhausted(at now: ContinuousClock.Instant = .now) -> Bool {
    restored.filter { now - $0 < Self.period }.count >= Self.most
  }

  /// Notes that the volume was put back.
  mutating func noteRestored(at now: ContinuousClock.Instant = .now) {
    restored = restored.filter { now - $0 < Self.period } + [now]
  }
}
