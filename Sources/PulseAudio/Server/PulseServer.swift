import CPulse

/// A connection to a PulseAudio server, or to PipeWire's PulseAudio protocol.
///
/// The actor runs on the thread of its own ``PulseLoop``. A request that the server does not answer within 5 seconds
/// fails with ``PulseError/timedOut(request:)``; once the server is lost, each request fails with
/// ``PulseError/disconnected(request:)``. The connection and its streams end with the last reference to this object.
public actor PulseServer {
  /// The events after ``subscribe(to:)``; the last one is the loss of the connection.
  ///
  /// For one reader. While 1024 events wait unread, a new one replaces the oldest: take a change as a hint to look
  /// again. After ``disconnect()`` the stream just ends.
  public nonisolated let events: AsyncStream<PulseEvent>

  let connection: PulseContext

  /// The thread of the connection's own loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { connection.loop.asUnownedSerialExecutor() }

  private init(_ loop: PulseLoop, server: String) {
    let (events, continuation) = AsyncStream.makeStream(of: PulseEvent.self, bufferingPolicy: .bufferingNewest(1024))
    self.events = events
    connection = PulseContext(loop: loop, server: server, events: continuation)
  }

  isolated deinit {
    connection.close()
  }

  /// Connects to the server at `address`, or to the user's own where that is nil; never starts one.
  ///
  /// - Parameters:
  ///   - address: a libpulse server string, such as `unix:/run/user/1000/pulse/native`; nil: the server of `PULSE_SERVER`
  ///     or of libpulse's configuration.
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

  /// Ends the connection and its streams; pending requests fail with ``PulseError/disconnected(request:)``.
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

extension PulseServer {
  /// Returns the server's name, version and default devices.
  public func info() async throws(PulseError) -> ServerInfo {
    try await connection.requestInfo().value()
  }

  /// Returns all objects, requested together; each list is in the order of its indexes.
  public func snapshot() async throws(PulseError) -> ServerSnapshot {
    let info = connection.requestInfo()
    let modules = connection.requestModules()
    let clients = connection.requestClients()
    let sinks = connection.requestSinks()
    let sources = connection.requestSources()
    let sinkInputs = connection.requestSinkInputs()
    let sourceOutputs = connection.requestSourceOutputs()
    return ServerSnapshot(
      info: try await info.value(), modules: try await modules.value(), clients: try await clients.value(),
      sinks: try await sinks.value(), sources: try await sources.value(),
      sinkInputs: try await sinkInputs.value(), sourceOutputs: try await sourceOutputs.value())
  }

  /// Returns the loaded modules, in the order of their indexes.
  public func modules() async throws(PulseError) -> [Module] {
    try await connection.requestModules().value()
  }
}

extension PulseServer {
  /// Loads a module; returns its index.
  ///
  /// PipeWire accepts unknown arguments and devices that do not exist: check the result.
  public func loadModule(_ name: String, arguments: ModuleArguments) async throws(PulseError) -> UInt32 {
    let request = PulseOperation<UInt32>("load \(name) \(arguments)", on: connection) { context, userdata in
      pa_context_load_module(
        context, name, arguments.description, { PulseOperation<UInt32>.receive(index: $1, $2) }, userdata)
    }
    return try await request.value()
  }

  /// Unloads a module.
  public func unloadModule(_ index: UInt32) async throws(PulseError) {
    try await connection.perform("unload module \(index)") { context, userdata in
      pa_context_unload_module(context, index, requestDone, userdata)
    }
  }

  /// Moves a recording stream to another source.
  ///
  /// PipeWire answers before the stream has moved: the change event confirms it. A stream that must not be moved is
  /// refused with `PA_ERR_INVALID`, an unknown one with `PA_ERR_NOENTITY`.
  public func moveSourceOutput(_ index: UInt32, toSource source: UInt32) async throws(PulseError) {
    try await connection.perform("move source output \(index) to source \(source)") { context, userdata in
      pa_context_move_source_output_by_index(context, index, source, requestDone, userdata)
    }
  }

  /// Sets the volume of a source.
  public func setVolume(ofSource index: UInt32, to volume: Volume) async throws(PulseError) {
    try await set(volume, of: "source", index, pa_context_set_source_volume_by_index)
  }

  /// Sets the volume of a playing stream.
  public func setVolume(ofSinkInput index: UInt32, to volume: Volume) async throws(PulseError) {
    try await set(volume, of: "sink input", index, pa_context_set_sink_input_volume)
  }

  /// Mutes or unmutes a source.
  public func setMuted(_ isMuted: Bool, source index: UInt32) async throws(PulseError) {
    try await set(isMuted, of: "source", index, pa_context_set_source_mute_by_index)
  }

  /// Mutes or unmutes a playing stream.
  public func setMuted(_ isMuted: Bool, sinkInput index: UInt32) async throws(PulseError) {
    try await set(isMuted, of: "sink input", index, pa_context_set_sink_input_mute)
  }

  private typealias SetVolume = (
    OpaquePointer?, UInt32, UnsafePointer<pa_cvolume>?, pa_context_success_cb_t?, UnsafeMutableRawPointer?
  ) -> OpaquePointer?
  private typealias SetMuted = (
    OpaquePointer?, UInt32, Int32, pa_context_success_cb_t?, UnsafeMutableRawPointer?
  ) -> OpaquePointer?

  private func set(
    _ volume: Volume, of kind: String, _ index: UInt32, _ call: SetVolume
  ) async throws(PulseError) {
    try await connection.perform("set the volume of \(kind) \(index)") { context, userdata in
      withUnsafePointer(to: volume.native) { call(context, index, $0, requestDone, userdata) }
    }
  }

  private func set(
    _ isMuted: Bool, of kind: String, _ index: UInt32, _ call: SetMuted
  ) async throws(PulseError) {
    try await connection.perform("\(isMuted ? "mute" : "unmute") \(kind) \(index)") { context, userdata in
      call(context, index, isMuted ? 1 : 0, requestDone, userdata)
    }
  }
}
