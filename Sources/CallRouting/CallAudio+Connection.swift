import PulseAudio

/// The connection to the sound server: made when needed, watched, and made again after it was lost.
extension CallAudio {
  /// A Boolean value that indicates whether a sound server answers.
  public var isConnected: Bool { server != nil }

  /// The pauses between looks for another default device after a device came or went; WirePlumber was seen to need up
  /// to 90 ms.
  private static let settlingDelays: [Duration] = [
    .milliseconds(50), .milliseconds(100), .milliseconds(350), .seconds(1),
  ]

  /// Connects unless connected; several callers share one attempt.
  public func connect() async throws(CallAudioError) {
    if server != nil { return }
    do {
      let server = try await PulseServer.connect(
        name: "speakcall",
        properties: ["application.id": "io.github.speakcall", VirtualMicrophone.marker: microphone.instance])
      guard self.server == nil else {
        await server.disconnect()
        return
      }
      try await server.subscribe(to: PulseFacilities(.sink, .source, .sinkInput, .sourceOutput, .module, .server))
      self.server = server
      Task { await self.follow(server) }
    } catch {
      throw .noServer(reason: error.explanation)
    }
    report.yield(.server(isConnected: true))
    try await settle()
  }

  /// The snapshot with the default devices as a new connection is told them.
  ///
  /// PipeWire 0.3.65 goes on telling an old connection of a default source that was the default once: ours, while there
  /// was no other, or one that took the place of a microphone that is back.
  func withTrueDefaults(_ snapshot: ServerSnapshot) async -> ServerSnapshot {
    guard snapshot.info.isPipeWire else { return snapshot }
    if let trueInfo { return snapshot.replacing(trueInfo) }
    let seen = eventCount
    do {
      let info = try await onNewConnection { other throws(PulseError) in try await other.info() }
      if seen == eventCount { trueInfo = info }
      return snapshot.replacing(info)
    } catch {
      // What the old connection tells is better than nothing, and mostly right.
      return snapshot
    }
  }

  /// Does something on a connection of its own, on which the server knows how things stand now.
  func onNewConnection<Value: Sendable>(
    _ body: (PulseServer) async throws(PulseError) -> Value
  ) async throws(PulseError) -> Value {
    let other = try await PulseServer.connect(name: "speakcall")
    let result: Result<Value, PulseError>
    do { result = .success(try await body(other)) } catch { result = .failure(error) }
    await other.disconnect()
    return try result.get()
  }

  /// Has the default devices asked for anew, now and a few times while the session manager makes up its mind: PipeWire
  /// does not always tell an old connection that it has.
  private func expectOtherDefaults() {
    trueInfo = nil
    guard snapshot?.info.isPipeWire ?? false else { return }
    settling?.cancel()
    settling = Task {
      for delay in Self.settlingDelays {
        do { try await Task.sleep(for: delay) } catch { return }
        trueInfo = nil
        requestPass()
      }
    }
  }

  private func follow(_ server: PulseServer) async {
    for await event in server.events {
      eventCount += 1
      wakeWatchers()
      if case .changed(let facility, let change, let index) = event {
        if facility == .sinkInput, change == .change, index == speechIndex { continue }
        if facility == .server || facility == .source && change != .change { expectOtherDefaults() }
        requestPass()
      }
    }
    lost(server)
  }

  private func lost(_ server: PulseServer) {
    guard self.server === server else { return }
    self.server = nil
    speech = nil
    hearing = nil
    snapshot = nil
    trueInfo = nil
    settling?.cancel()
    let ended = Set(calls.map(\.application))
    calls = []
    others = []
    report.yield(.server(isConnected: false))
    reportReach()
    for application in ended.sorted() { report.yield(.callEnded(application: application)) }
    if state.intent.isEnabled { reconnect() }
  }

  /// Tries until the server is back or the injection is switched off.
  public func reconnect() {
    guard connecting == nil else { return }
    connecting = Task {
      let start = ContinuousClock.now
      while server == nil, state.intent.isEnabled, !Task.isCancelled {
        do { try await connect() } catch { lastProblem = "\(error)" }
        guard server == nil else { break }
        do { try await Task.sleep(for: RetryInterval.after(.now - start)) } catch { break }
      }
      connecting = nil
    }
  }

  /// Leaves the server as it stands and ends the connection.
  public func close() async {
    connecting?.cancel()
    settling?.cancel()
    await speech?.close()
    speech = nil
    await closeHearing()
    let server = server
    self.server = nil
    await server?.disconnect()
  }
}
