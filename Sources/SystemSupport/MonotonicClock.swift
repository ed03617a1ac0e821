import Glibc

/// The clock that never jumps and that all processes share: `CLOCK_MONOTONIC`.
package enum MonotonicClock {
  /// The present moment, in seconds since an arbitrary origin.
  package static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
