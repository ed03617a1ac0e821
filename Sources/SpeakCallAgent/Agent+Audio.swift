import SystemSupport

/// What the agent does when calls, server and permission change.
extension Agent {
  /// Follows the coordinator until the end.
  func followAudio() async {
    for await change in audio.changes {
      switch change {
      case .callStarted(let application): publish(.callStarted(application: application))
      case .callEnded(let application): publish(.callEnded(application: application))
      case .reachable(true): Task { await callBecameAudible() }
      case .reachable(false): await callBecameSilent()
      case .microphoneLost: await hold()
      case .injection(let intent): publish(.injection(enabled: intent.isEnabled, microphone: intent.mode))
      case .permission(let state):
        if state != .granted { _ = await call.queue.stop(.permissionWithdrawn) }
        publish(.permission(state))
      case .server(let isConnected):
        if !isConnected {
          await call.queue.hold(for: .serverLost)
          _ = await preview.queue.stop(.serverLost)
        }
        await call.queue.announce(.server(connected: isConnected))
        publish(.server(connected: isConnected))
      }
      noteChange()
    }
  }

  /// Follows the permission file and the policy until the end.
  func followPermission() async {
    let watcher: FileWatcher
    // Without a watch a withdrawal counts from the next utterance on, which is asked about anew.
    do { watcher = try FileWatcher(files: permission.files) } catch { return }
    for await _ in watcher.changes { await audio.permissionChanged() }
  }

  private func callBecameAudible() async {
    // What was cut is to be heard from the beginning of its word, and what waited for the call from its first sample.
    let isAwaited = if await call.queue.absence != nil { true } else { await !call.queue.isIdle }
    if isAwaited { await audio.waitUntilRead() }
    guard await audio.isCallActive else { return }
    await call.queue.becomeHeard()
    await call.queue.callBecameActive()
  }

  /// Ends the speech with the call, but keeps it while the call is on hold or comes back with a lost server.
  private func callBecameSilent() async {
    guard await audio.hasCall else { return await callEnded() }
    Task {
      // PipeWire shows a stream as on hold, or back on its own source, for some milliseconds while it is moved.
      do { try await Task.sleep(for: .milliseconds(300)) } catch { return }
      if await audio.isCallActive { return }
      if await audio.isCallExpected { await hold() } else { await callEnded() }
    }
  }

  private func callEnded() async {
    if await call.queue.absence == .serverLost { return }
    if call.queue.keepsAfterCall(), await !call.queue.isIdle { return await hold() }
    _ = await call.queue.stop(.callEnded)
    await call.queue.becomeHeard()
  }

  private func hold() async {
    // A call that comes back with a lost server is shown in many states before it is active.
    guard await call.queue.absence != .serverLost else { return }
    await call.queue.hold(for: .callOnHold)
    // The call may have become active before the queue was held, and nobody would tell again.
    if await audio.isCallActive { await call.queue.becomeHeard() }
  }
}
