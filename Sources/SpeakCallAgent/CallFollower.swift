import CallRouting
import SpeakCallProtocol

/// Keeps the queues in step with calls, server and permission.
struct CallFollower: Sendable {
  /// PipeWire shows a stream as on hold, or back on its own source, for some milliseconds while it is moved.
  private static let movingTime = Duration.milliseconds(300)

  let audio: CallAudio
  let routes: SpeechRoutes
  let outputs: SpeechOutputs
  let publish: @Sendable (AgentEvent) async -> Void

  private var queue: SpeechQueue { outputs.call.queue }

  /// Follows the coordinator until the task is cancelled.
  func run() async {
    for await change in audio.changes {
      switch change {
      case .callStarted(let application): await publish(.callStarted(application: application))
      case .callEnded(let application): await publish(.callEnded(application: application))
      case .reachable(true): Task { await callBecameAudible() }
      case .reachable(false): await callBecameSilent()
      case .microphoneLost: await hold()
      case .injection(let intent): await publish(.injection(enabled: intent.isEnabled, microphone: intent.mode))
      case .permission(let state):
        if state != .granted { _ = await queue.stop(.permissionWithdrawn) }
        await publish(.permission(state))
      case .server(let isConnected):
        if !isConnected {
          await queue.hold(for: .serverLost)
          _ = await outputs.preview.queue.stop(.serverLost)
        }
        await queue.announce(.server(connected: isConnected))
        await publish(.server(connected: isConnected))
      }
    }
  }

  private func callBecameAudible() async {
    // Speech that was cut is heard from the beginning of its word, speech that waited from its first sample.
    let isAwaited = if await queue.absence != nil { true } else { await !queue.isIdle }
    if isAwaited { await routes.waitUntilRead() }
    guard await audio.view.isCallActive else { return }
    await queue.becomeHeard()
    await queue.callBecameActive()
  }

  /// Ends speech with the call, but keeps it while the call is on hold or comes back with a lost server.
  private func callBecameSilent() async {
    guard await audio.view.hasCall else { return await callEnded() }
    Task {
      do { try await Task.sleep(for: Self.movingTime) } catch { return }
      let view = await audio.view
      if view.isCallActive { return }
      if view.isCallExpected { await hold() } else { await callEnded() }
    }
  }

  private func callEnded() async {
    if await queue.absence == .serverLost { return }
    if queue.keepsAfterCall, await !queue.isIdle { return await hold() }
    _ = await queue.stop(.callEnded)
    await queue.becomeHeard()
  }

  private func hold() async {
    // A call that comes back with a lost server is shown in many states before it is active.
    guard await queue.absence != .serverLost else { return }
    await queue.hold(for: .callOnHold)
    // The call may have become active before the queue was held, and nothing would report it again.
    if await audio.view.isCallActive { await queue.becomeHeard() }
  }
}
