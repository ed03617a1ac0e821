import Glibc

/// Jobs that wait for their time.
struct DelayedJobs {
  /// The latest first, and of those for the same moment the youngest.
  private var jobs: [(moment: Int64, job: UnownedJob)] = []

  var isEmpty: Bool { jobs.isEmpty }

  /// When the next job is due, by `CLOCK_MONOTONIC`.
  var next: timespec? {
    jobs.last.map { timespec(tv_sec: Int($0.moment / 1_000_000_000), tv_nsec: Int($0.moment % 1_000_000_000)) }
  }

  /// Adds a job; returns whether it is the next one.
  mutating func insert(_ job: UnownedJob, at moment: Int64) -> Bool {
    let index = jobs.firstIndex { $0.moment <= moment } ?? jobs.endIndex
    jobs.insert((moment, job), at: index)
    return index == jobs.endIndex - 1
  }

  /// Takes out the next job if its time has come.
  mutating func takeDue() -> UnownedJob? {
    guard let next = jobs.last, next.moment <= Self.moment(after: .zero) else { return nil }
    jobs.removeLast()
    return next.job
  }

  /// The nanosecond of `CLOCK_MONOTONIC` that comes so long after now.
  static func moment(after delay: Duration) -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    // Thirty years at most, so that no sum runs over.
    let delay = min(max(.zero, delay), .seconds(1_000_000_000))
    let (seconds, attoseconds) = delay.components
    // Rounded up: a sleep must not end too soon.
    let fraction = (attoseconds + 999_999_999) / 1_000_000_000
    return (Int64(now.tv_sec) + seconds) * 1_000_000_000 + Int64(now.tv_nsec) + fraction
  }
}
