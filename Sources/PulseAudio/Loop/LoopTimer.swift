import CPulse

/// A one-shot timer on libpulse's loop; used on the loop's thread only.
final class LoopTimer {
  private let api: UnsafeMutablePointer<pa_mainloop_api>
  private var event: OpaquePointer?
  private var action: (() -> Void)?

  /// Calls `action` once after `delay`, unless cancelled before.
  ///
  /// Nil when the context has ended.
  init?(_ context: OpaquePointer, on loop: PulseLoop, after delay: Duration, action: @escaping () -> Void) {
    api = loop.mainloopAPI
    self.action = action
    let due = pa_rtclock_now() + delay.microseconds
    event = pa_context_rttime_new(context, due, timerFired, Unmanaged.passUnretained(self).toOpaque())
    if event == nil { return nil }
  }

  deinit {
    cancel()
  }

  func cancel() {
    action = nil
    if let event { api.pointee.time_free(event) }
    event = nil
  }

  fileprivate func fire() {
    let action = action
    cancel()
    action?()
  }
}

private func timerFired(
  _ api: UnsafeMutablePointer<pa_mainloop_api>?, _ event: OpaquePointer?, _ time: UnsafePointer<timeval>?,
  _ userdata: UnsafeMutableRawPointer?
) {
  guard let userdata else { return }
  Unmanaged<LoopTimer>.fromOpaque(userdata).takeUnretainedValue().fire()
}

extension Duration {
  /// Whole microseconds, at least 0: the unit of libpulse's times.
  var microseconds: pa_usec_t {
    let (seconds, attoseconds) = components
    return seconds < 0 || attoseconds < 0
      ? 0 : pa_usec_t(seconds) * 1_000_000 + pa_usec_t(attoseconds / 1_000_000_000_000)
  }
}
