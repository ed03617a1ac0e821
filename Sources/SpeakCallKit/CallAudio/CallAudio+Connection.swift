import PulseAudio

/// The connection to the sound server: made when needed, watched, and made again after it was lost.
extension CallAudio {
  /// A Boolean value that indicates whether a sound server answers.
  public var isConnected: Bool { server != nil }

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
  /// PipeWire 0.3.65 goes on telling an old connection that our source is the default, which it was while there was no
  /// other, after another has become it.
  func withTrueDefaults(_ snapshot: ServerSnapshot) async -> ServerSnapshot {
    guard snapshot.info.name == "PipeWire", snapshot.info.defaultSource == microphone.sourceName else {
      return snapshot
    }
    do {
      let other = try await PulseServer.connect(name: "speakcall")
      let info = try await other.info()
      await other.disconnect()
      return snapshot.replacing(info)
    } catch {
      // What the old connection tells is better than nothing, and right if the user chose our source.
      return snapshot
    }
  }

  private func follow(_ server: PulseServer) async {
    for await event in server.events {
      eventCount += 1
      wakeWatchers()
      if case .changed = event { requestPass() }
    }
    lost(server)
  }

  private func lost(_ server: PulseServer) {
    guard self.server === server else { return }
    self.server = nil
    speech = nil
    hearing = nil
    snapshot = nil
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
    await speech?.close()
    speech = nil
    await closeHearing()
    let server = server
    self.server = nil
    await server?.disconnect()
  }
}
