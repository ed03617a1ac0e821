import Glibc

/// The clock that all processes of a machine share and nobody can set: `CLOCK_MONOTONIC`.
package enum MonotonicClock {
  /// Seconds since an arbitrary moment.
  package static var seconds: Double { Double(nanoseconds) / 1_000_000_000 }

  /// Nanoseconds since the same moment.
  static var nanoseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}
