import CPulse

/// A one-shot timer on libpulse's loop; used on the loop's thread only.
final class LoopTimer {
  private let api: UnsafeMutablePointer<pa_mainloop_api>
  private var event: OpaquePointer?
  private var action: (() -> Void)?

  /// Calls `action` once after `delay`, unless it is cancelled before.
  ///
  /// Returns nil when the context has ended.
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

/// Waits on libpulse's loop that can be ended early, all at once; used on the loop's thread only.
final class LoopPauses {
  private let connection: PulseContext
  private var pauses: [UInt: (continuation: CheckedContinuation<Void, Never>, timer: LoopTimer?)] = [:]
  private var next: UInt = 0

  init(on connection: PulseContext) {
    self.connection = connection
  }

  /// Returns after `time`, at ``endAll()``, or at once when the server is lost.
  nonisolated(nonsending) func wait(for time: Duration) async {
    await withCheckedContinuation { begin(time, $0) }
  }

  /// Ends all waits.
  func endAll() {
    for number in Array(pauses.keys) { end(number) }
  }

  private func begin(_ time: Duration, _ continuation: CheckedContinuation<Void, Never>) {
    guard let context = connection.ready else { return continuation.resume() }
    next += 1
    let number = next
    let timer = LoopTimer(context, on: connection.loop, after: time) { [unowned self] in end(number) }
    pauses[number] = (continuation, timer)
  }

  private func end(_ number: UInt) {
    guard let pause = pauses.removeValue(forKey: number) else { return }
    pause.timer?.cancel()
    pause.continuation.resume()
  }
}
