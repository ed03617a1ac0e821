/// Corks a thrifty stream when nothing is written to it for a while; used on the loop's thread only.
final class IdleCork {
  private let native: NativeStream
  private let connection: PulseContext
  private var timer: LoopTimer?

  /// A Boolean value that indicates whether the stream is corked until something is written.
  private(set) var isCorked = false

  init(_ native: NativeStream, on connection: PulseContext) {
    self.native = native
    self.connection = connection
  }

  /// Starts to wait for the stream's patience, after which it is corked.
  func start() {
    guard let patience = native.patience, let context = connection.ready else { return }
    timer?.cancel()
    timer = LoopTimer(context, on: connection.loop, after: patience) { [unowned self] in
      isCorked = true
      _ = native.cork(true)
    }
  }

  /// Ends the wait, because something is written; uncorks the stream unless the user has paused it.
  func end(unlessPaused isPaused: Bool) {
    timer?.cancel()
    guard isCorked else { return }
    isCorked = false
    if !isPaused { _ = native.cork(false) }
  }

  /// Ends the wait for good.
  func cancel() {
    timer?.cancel()
  }
}
