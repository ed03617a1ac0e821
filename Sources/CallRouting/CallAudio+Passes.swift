import PulseAudio

/// The passes over the server: look, plan, act, until nothing is left to do.
extension CallAudio {
  /// How often one pass plans before it gives up on a server that does not do as it is told.
  private static let mostRounds = 25

  /// How long a pass waits for a step to show: PipeWire answers before it has acted.
  private static let patience = Duration.milliseconds(100)

  /// What PipeWire may need to link a source that it says is running.
  private static let linkingTime = Duration.milliseconds(250)

  /// How often a move is asked for before the stream counts as unmovable.
  private static let mostAttempts = 8

  /// Starts a pass, or has the running one look again.
  func requestPass() {
    isDirty = true
    guard pass == nil else { return }
    pass = Task { await self.runPasses() }
  }

  private func runPasses() async {
    while isDirty {
      isDirty = false
      do {
        try await runRounds()
        lastProblem = nil
      } catch {
        lastError = error
      }
    }
    pass = nil
  }

  private func runRounds() async throws(CallAudioError) {
    var last: [MicrophonePlan.Step] = []
    for _ in 0..<Self.mostRounds {
      guard let server else { throw .noServer(reason: lastProblem ?? "not connected") }
      let seen = eventCount
      do {
        let snapshot = await withTrueDefaults(try await server.snapshot().relinked(as: snapshot))
        look(at: snapshot)
        trySavingState()
        let parts = MicrophoneParts(of: microphone, in: snapshot)
        if let conflict = parts.conflict, state.intent.isEnabled { throw CallAudioError.nameTaken(object: conflict) }
        let plan = plan(for: snapshot)
        if plan.steps.isEmpty {
          await tendSpeechStream()
          await tendHearing()
          await tendPreview()
          return
        }
        if plan.steps == last { await eventAfter(seen) }
        last = plan.steps
        for step in plan.steps { try await perform(step, on: server, in: snapshot) }
      } catch let error as CallAudioError {
        throw error
      } catch let error as PulseError {
        if case .disconnected = error { throw .noServer(reason: error.explanation) }
        throw .microphoneFailed(reason: error.explanation)
      } catch {
        throw .microphoneFailed(reason: "\(error)")
      }
    }
    throw .microphoneFailed(
      reason: "the sound server does not do what it was told: \(last.first.map { "\($0)" } ?? "")")
  }

  private func look(at snapshot: ServerSnapshot) {
    let ours = MicrophoneParts(of: microphone, in: snapshot).source
    let before = self.snapshot?.info
    state.ledger.observe(
      cookie: snapshot.info.cookie, streams: snapshot.sourceOutputs.map { ($0.index, $0.source) }, ours: ours?.index,
      wasDefault: before?.isPipeWire ?? false && before?.defaultSource == ours?.name)
    observe(snapshot)
  }

  private func plan(for snapshot: ServerSnapshot) -> MicrophonePlan {
    MicrophonePlan(
      microphone: microphone, intent: state.intent, snapshot: snapshot, calls: calls, ledger: state.ledger,
      isDucked: isSpeaking && state.intent.mode == .duck, guardsVolume: !volumeGuard.isExhausted())
  }

  private func perform(
    _ step: MicrophonePlan.Step, on server: PulseServer, in snapshot: ServerSnapshot
  ) async throws {
    do {
      switch step {
      case .createSink:
        _ = try await server.loadModule("module-null-sink", arguments: microphone.sinkArguments)
      case .createSource:
        _ = try await server.loadModule("module-remap-source", arguments: microphone.sourceArguments)
      case .removeModule(let index):
        // Indexes are used again: what stands under this one must still be ours.
        let module = try await server.modules().first { $0.index == index }
        guard module == snapshot.modules.first(where: { $0.index == index }) else { return }
        try await server.unloadModule(index)
      case .openRealMicrophone(let name):
        _ = try await server.loadModule(
          "module-loopback",
          arguments: try microphone.loopbackArguments(microphone: name, isPipeWire: snapshot.info.isPipeWire))
      case .attach(let stream, let origin):
        try await attach(stream, origin: origin, on: server, in: snapshot)
      case .detach(let stream, let source):
        state.ledger.detach(stream)
        trySavingState()
        try await server.moveSourceOutput(stream, toSource: source)
      case .restoreVolume(let source):
        volumeGuard.noteRestored()
        try await server.setVolume(ofSource: source, to: .normal)
        try await server.setMuted(false, source: source)
      case .setLoopbackVolume(let input, let decibels):
        try await server.setVolume(ofSinkInput: input, to: Volume(decibels: decibels))
      }
    } catch let error as PulseError {
      // It may have gone away by itself between the look and the step.
      guard error.code == PulseError.noEntity else { throw error }
    }
  }

  private func attach(
    _ stream: UInt32, origin: String, on server: PulseServer, in snapshot: ServerSnapshot
  ) async throws {
    guard let ours = MicrophoneParts(of: microphone, in: snapshot).source else { return }
    if state.ledger.attach(stream, origin: origin) > Self.mostAttempts { state.ledger.giveUp(on: stream) }
    try saveState()
    guard !state.ledger.unmovable.contains(stream) else { return }
    do throws(PulseError) {
      if snapshot.info.isPipeWire {
        try await moveOnPipeWire(stream, to: ours, on: server)
      } else {
        try await server.moveSourceOutput(stream, toSource: ours.index)
      }
    } catch {
      guard error.code == PulseError.invalid else { throw error }
      state.ledger.giveUp(on: stream)
      trySavingState()
    }
  }

  /// Moves a stream to our source.
  ///
  /// PipeWire takes a move to the default source for the wish to follow the default, and may still believe on an old
  /// connection that ours is the default.
  private func moveOnPipeWire(_ stream: UInt32, to ours: Source, on server: PulseServer) async throws(PulseError) {
    guard try await server.info().defaultSource == ours.name else {
      return try await server.moveSourceOutput(stream, toSource: ours.index)
    }
    try await onNewConnection { other throws(PulseError) in
      try await other.moveSourceOutput(stream, toSource: ours.index)
    }
  }

  /// Opens the stream for speech when a call is there, so that the first word need not wait, and closes it after.
  private func tendSpeechStream() async {
    if reachableCalls.isEmpty {
      let stream = speech
      speech = nil
      await stream?.close()
    } else {
      // A failure here is met again, and reported, by the `say` that needs the stream.
      do { _ = try await openSpeechStream() } catch { lastProblem = "\(error)" }
    }
  }

  /// How long after it became active a call may not read yet.
  static let longestLinking = Duration.seconds(1)

  /// Waits until the server hands what the microphone carries on to its readers, for a second at most.
  ///
  /// PipeWire was seen to take up to 400 ms for that after a stream was moved, and what is played meanwhile is lost; the
  /// last part of it, the links of the source itself, it does not tell.
  public func waitUntilRead() async {
    let deadline = ContinuousClock.now + Self.longestLinking
    defer { becameActive = nil }
    while !isRead, ContinuousClock.now < deadline {
      let seen = eventCount
      do { try await settle() } catch { return }
      if !isRead { await eventAfter(seen) }
    }
    guard snapshot?.info.isPipeWire ?? false else { return }
    do { try await Task.sleep(for: Self.linkingTime) } catch { return }
  }

  private var isRead: Bool {
    snapshot.flatMap { MicrophoneParts(of: microphone, in: $0).source }?.state == .running
  }

  private func eventAfter(_ seen: Int) async {
    guard eventCount == seen else { return }
    let timeout = Task { [weak self] in
      do { try await Task.sleep(for: Self.patience) } catch { return }
      await self?.wakeWatchers()
    }
    await withCheckedContinuation { watchers.append($0) }
    timeout.cancel()
  }

  /// Lets whoever waits for something to happen on the server go on.
  func wakeWatchers() {
    let waiting = watchers
    watchers = []
    for watcher in waiting { watcher.resume() }
  }
}
