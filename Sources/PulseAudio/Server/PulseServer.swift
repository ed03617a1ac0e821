import CPulse

/// A connection to a PulseAudio server, or to PipeWire's PulseAudio protocol.
///
/// The actor runs on the thread of its own ``PulseLoop``. A request that the server does not answer within 5 seconds
/// fails with ``PulseError/timedOut(request:)``; once the server is lost, each request fails with
/// ``PulseError/disconnected(request:)``. The connection and its streams end with the last reference to this object.
public actor PulseServer {
  /// What the server reports after ``subscribe(to:)``, and the loss of the connection, as the last event.
  ///
  /// For one reader. While 1024 events wait unread, a new one replaces the oldest: take a change as the hint to look
  /// again. After ``disconnect()`` the stream just ends.
  public nonisolated let events: AsyncStream<PulseEvent>

  let connection: Connection

  /// The thread of the connection's own loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { connection.loop.asUnownedSerialExecutor() }

  private init(_ loop: PulseLoop, server: String) {
    let (events, continuation) = AsyncStream.makeStream(of: PulseEvent.self, bufferingPolicy: .bufferingNewest(1024))
    self.events = events
    connection = Connection(loop: loop, server: server, events: continuation)
  }

  isolated deinit {
    connection.close()
  }

  /// Connects to the server at `address`, or to the user's own where that is nil; never starts one.
  ///
  /// - Parameters:
  ///   - address: a libpulse server string, such as `unix:/run/user/1000/pulse/native`; nil: what `PULSE_SERVER` and
  ///     libpulse's configuration say.
  ///   - name: the application's name, as other programs show it.
  ///   - properties: further properties of the client, such as `application.id`.
  ///   - timeout: how long a server may take to answer.
  /// - Throws: ``PulseError/unreachable(server:reason:)``, ``PulseError/noResources(reason:)``.
  public static func connect(
    to address: String? = nil, name: String, properties: [String: String] = [:], timeout: Duration = .seconds(2)
  ) async throws(PulseError) -> PulseServer {
    let server = PulseServer(try PulseLoop(), server: address ?? "the default server")
    try await server.open(address, name, properties, timeout)
    return server
  }

  private func open(
    _ address: String?, _ name: String, _ properties: [String: String], _ timeout: Duration
  ) async throws(PulseError) {
    do {
      try await connection.open(address: address, name: name, properties: properties, timeout: timeout)
    } catch {
      connection.close()
      throw error
    }
  }

  /// Ends the connection and its streams; what is pending fails with ``PulseError/disconnected(request:)``.
  public func disconnect() async {
    connection.close()
  }

  /// Chooses the kinds of objects whose changes ``events`` reports from now on.
  public func subscribe(to facilities: PulseFacilities) async throws(PulseError) {
    try await connection.perform("subscribe to changes") { context, userdata in
      let mask = pa_subscription_mask_t(rawValue: facilities.rawValue)
      return pa_context_subscribe(context, mask, requestDone, userdata)
    }
  }

  /// Opens a stream to a sink, with the volume at 100 %.
  ///
  /// A sink that does not exist is refused with `PA_ERR_NOENTITY`.
  public func openPlayback(_ settings: PlaybackSettings) async throws(PulseError) -> PlaybackStream {
    let stream = PlaybackStream(settings, on: connection)
    try await stream.open()
    return stream
  }
}
