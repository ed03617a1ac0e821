/// Waits on libpulse's loop that can all be cut short; used on the loop's thread only.
final class LoopPauses {
  private let connection: Connection
  private var pauses: [UInt: (continuation: CheckedContinuation<Void, Never>, timer: LoopTimer?)] = [:]
  private var next: UInt = 0

  init(on connection: Connection) {
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
