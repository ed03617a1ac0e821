import PulseAudio

/// The connection to the sound server: made when needed, watched, and made again after a loss.
actor ServerLink {
  /// Something that happened to the connection or on the server.
  enum Event: Sendable {
    case connected(generation: Int)
    case changed(PulseFacility, PulseChange, index: UInt32)
    /// The session manager may have chosen other default devices without a notice.
    case defaultsMayDiffer
    case lost(generation: Int)
  }

  /// A server, and how often one was connected to.
  struct Connection: Sendable {
    let server: PulseServer
    let generation: Int
  }

  /// The pauses between looks for another default device after a device came or went; WirePlumber was seen to need up
  /// to 90 ms.
  private static let settlingDelays: [Duration] = [
    .milliseconds(50), .milliseconds(100), .milliseconds(350), .seconds(1),
  ]

  /// The longest wait of ``eventAfter(_:)``: PipeWire answers before it has acted.
  private static let patience = Duration.milliseconds(100)

  /// Events in the order in which they happened; for one consumer.
  nonisolated let events: AsyncStream<Event>

  private(set) var connection: Connection?
  /// The reason that the last attempt to connect failed.
  private(set) var lastFailure: CallAudioError?
  /// The number of changes on the server so far.
  private(set) var eventCount = 0

  /// A Boolean value that indicates whether the server is PipeWire; `nil` until it was looked at.
  private(set) var isPipeWire: Bool?

  private let properties: [String: String]
  private let report: AsyncStream<Event>.Continuation
  private var attempt: Task<Result<Void, CallAudioError>, Never>?
  private var retrying: Task<Void, Never>?
  private var settling: Task<Void, Never>?
  private var generation = 0
  /// The server's information as a new connection gets it; `nil` when it has to be asked again.
  private var freshInfo: ServerInfo?
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Creates a link whose client has these properties.
  init(properties: [String: String]) {
    self.properties = properties
    (events, report) = AsyncStream.makeStream()
  }

  // MARK: Connecting

  /// Connects unless connected; all callers share one attempt.
  func connect() async throws(CallAudioError) {
    if connection != nil { return }
    let attempt = attempt ?? Task { await open() }
    self.attempt = attempt
    try await attempt.value.get()
  }

  private func open() async -> Result<Void, CallAudioError> {
    defer { attempt = nil }
    do {
      let server = try await PulseServer.connect(name: "speakcall", properties: properties)
      try await server.subscribe(to: PulseFacilities(.sink, .source, .sinkInput, .sourceOutput, .module, .server))
      generation += 1
      connection = Connection(server: server, generation: generation)
      lastFailure = nil
      report.yield(.connected(generation: generation))
      Task { [generation] in await follow(server, generation) }
      return .success(())
    } catch {
      let failure = CallAudioError.noServer(reason: error.explanation)
      lastFailure = failure
      return .failure(failure)
    }
  }

  /// Tries until a server is connected, or until ``stopRetrying()``.
  func retry() {
    guard retrying == nil else { return }
    retrying = Task {
      let start = ContinuousClock.now
      while connection == nil, !Task.isCancelled {
        // The failure is kept for status.
        do { try await connect() } catch {}
        guard connection == nil else { break }
        do { try await Task.sleep(for: Self.interval(after: .now - start)) } catch { break }
      }
      retrying = nil
    }
  }

  /// Ends the attempts of ``retry()``.
  func stopRetrying() { retrying?.cancel() }

  /// Ends the connection and leaves the server as it stands.
  func close() async {
    retrying?.cancel()
    settling?.cancel()
    let server = connection?.server
    connection = nil
    await server?.disconnect()
  }

  /// Returns the pause between two attempts after so much time without a server: a server that is restarted is back
  /// within ten seconds, and is wanted at once.
  static func interval(after time: Duration) -> Duration {
    let (eagerness, shortest, longest) = (Duration.seconds(10), Duration.milliseconds(100), Duration.seconds(2))
    return time < eagerness ? shortest : min(longest, shortest * (time / eagerness))
  }

  private func follow(_ server: PulseServer, _ generation: Int) async {
    for await event in server.events {
      eventCount += 1
      wakeWaiters()
      guard case .changed(let facility, let change, let index) = event else { continue }
      if facility == .server || facility == .source && change != .change { expectOtherDefaults() }
      report.yield(.changed(facility, change, index: index))
    }
    guard connection?.generation == generation else { return }
    connection = nil
    freshInfo = nil
    isPipeWire = nil
    settling?.cancel()
    report.yield(.lost(generation: generation))
  }

  // MARK: Looking

  /// Returns all objects of the server, with the default devices as a new connection gets them.
  ///
  /// PipeWire 0.3.65 keeps reporting to an old connection a default source that was the default once: ours, while there
  /// was no other, or one that replaced a microphone that is back.
  func snapshot(of server: PulseServer) async throws(PulseError) -> ServerSnapshot {
    let snapshot = try await server.snapshot()
    isPipeWire = snapshot.info.isPipeWire
    guard snapshot.info.isPipeWire else { return snapshot }
    if let freshInfo { return snapshot.replacing(freshInfo) }
    let seen = eventCount
    do {
      let info = try await onNewConnection { other throws(PulseError) in try await other.info() }
      if seen == eventCount { freshInfo = info }
      return snapshot.replacing(info)
    } catch {
      // The old connection's information is better than none, and mostly right.
      return snapshot
    }
  }

  /// Runs `body` with a connection of its own, which gets the present state of the server.
  func onNewConnection<Value: Sendable>(
    _ body: @Sendable (PulseServer) async throws(PulseError) -> Value
  ) async throws(PulseError) -> Value {
    let other = try await PulseServer.connect(name: "speakcall")
    let result: Result<Value, PulseError>
    do { result = .success(try await body(other)) } catch { result = .failure(error) }
    await other.disconnect()
    return try result.get()
  }

  /// Asks for the default devices anew, now and a few times while the session manager makes up its mind: PipeWire does
  /// not always notify an old connection.
  private func expectOtherDefaults() {
    freshInfo = nil
    guard isPipeWire ?? false else { return }
    settling?.cancel()
    settling = Task {
      for delay in Self.settlingDelays {
        do { try await Task.sleep(for: delay) } catch { return }
        freshInfo = nil
        report.yield(.defaultsMayDiffer)
      }
    }
  }

  /// Waits until there are more than `seen` events, for a tenth of a second at most.
  func eventAfter(_ seen: Int) async {
    guard eventCount == seen else { return }
    let timeout = Task {
      do { try await Task.sleep(for: Self.patience) } catch { return }
      wakeWaiters()
    }
    await withCheckedContinuation { waiters.append($0) }
    timeout.cancel()
  }

  private func wakeWaiters() {
    let waiting = waiters
    waiters = []
    for waiter in waiting { waiter.resume() }
  }
}
