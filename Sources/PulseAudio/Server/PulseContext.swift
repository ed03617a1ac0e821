import CPulse

/// A libpulse context: the connection to a server, shared by the actors on its loop.
///
/// Unchecked: each method asserts, or is called by a libpulse callback and so knows, that it is on the loop's thread.
final class PulseContext: @unchecked Sendable {
  /// The time limit of a request: a server answers within a millisecond unless it hangs.
  static let requestTimeout = Duration.seconds(5)

  let loop: PulseLoop
  let server: String
  private let events: AsyncStream<PulseEvent>.Continuation
  private var context: OpaquePointer?
  private var opening: CheckedContinuation<Result<Void, PulseError>, Never>?

  init(loop: PulseLoop, server: String, events: AsyncStream<PulseEvent>.Continuation) {
    self.loop = loop
    self.server = server
    self.events = events
  }

  /// The context, for as long as the server answers.
  var ready: OpaquePointer? {
    loop.checkIsolated()
    guard let context, pa_context_get_state(context) == PA_CONTEXT_READY else { return nil }
    return context
  }

  /// Connects within `timeout`; never starts a server.
  nonisolated(nonsending) func open(
    address: String?, name: String, properties: [String: String], timeout: Duration
  ) async throws(PulseError) {
    loop.checkIsolated()
    let context = properties.withPropertyList { pa_context_new_with_proplist(loop.mainloopAPI, name, $0) }
    guard let context else { throw .noResources(reason: "libpulse could not make a context") }
    self.context = context
    let userdata = Unmanaged.passUnretained(self).toOpaque()
    pa_context_set_state_callback(context, contextStateChanged, userdata)
    pa_context_set_subscribe_callback(context, contextObjectChanged, userdata)
    guard pa_context_connect(context, address, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
      throw .unreachable(server: server, reason: errorText(context))
    }
    let timer = LoopTimer(context, on: loop, after: timeout) { [unowned self] in
      finishOpening(.failure(.unreachable(server: server, reason: "no answer within \(timeout)")))
    }
    let result = await withCheckedContinuation { opening = $0 }
    timer?.cancel()
    try result.get()
  }

  /// Ends the connection; pending requests fail with ``PulseError/disconnected(request:)``.
  func close() {
    loop.checkIsolated()
    events.finish()
    guard let context else { return }
    pa_context_set_state_callback(context, nil, nil)
    pa_context_set_subscribe_callback(context, nil, nil)
    pa_context_disconnect(context)
    pa_context_unref(context)
    self.context = nil
  }

  /// The error of a request that libpulse or the server did not accept.
  func failure(of request: String) -> PulseError {
    guard let context = ready else { return .disconnected(request: request) }
    return .refused(request: request, code: pa_context_errno(context), reason: errorText(context))
  }

  fileprivate func stateChanged() {
    guard let context else { return }
    switch pa_context_get_state(context) {
    case PA_CONTEXT_READY:
      finishOpening(.success(()))
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
      let reason = errorText(context)
      finishOpening(.failure(.unreachable(server: server, reason: reason)))
      events.yield(.disconnected(reason: reason))
      events.finish()
    default:
      break
    }
  }

  fileprivate func objectChanged(_ type: pa_subscription_event_type_t, _ index: UInt32) {
    if let event = PulseEvent(type, index: index) { events.yield(event) }
  }

  private func finishOpening(_ result: Result<Void, PulseError>) {
    opening?.resume(returning: result)
    opening = nil
  }

  private func errorText(_ context: OpaquePointer) -> String {
    String(pa_strerror(pa_context_errno(context)))
  }
}

private func contextStateChanged(_ context: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) {
  guard let userdata else { return }
  Unmanaged<PulseContext>.fromOpaque(userdata).takeUnretainedValue().stateChanged()
}

private func contextObjectChanged(
  _ context: OpaquePointer?, _ type: pa_subscription_event_type_t, _ index: UInt32,
  _ userdata: UnsafeMutableRawPointer?
) {
  guard let userdata else { return }
  Unmanaged<PulseContext>.fromOpaque(userdata).takeUnretainedValue().objectChanged(type, index)
}

extension PulseContext {
  /// Sends a request that is accepted or refused, and waits for the answer.
  nonisolated(nonsending) func perform(
    _ name: String, send: (_ context: OpaquePointer, _ userdata: UnsafeMutableRawPointer) -> OpaquePointer?
  ) async throws(PulseError) {
    try await PulseOperation<Void>(name, on: self, send: send).value()
  }
}

/// The callback for ``PulseContext/perform(_:send:)``.
func requestDone(_ context: OpaquePointer?, _ success: Int32, _ userdata: UnsafeMutableRawPointer?) {
  PulseOperation<Void>.receive(success: success, userdata)
}

// Requests for lists. A call sends the request; the answer is awaited afterwards.
extension PulseContext {
  func requestInfo() -> PulseOperation<ServerInfo> {
    PulseOperation("read the server's name", on: self) { context, userdata in
      pa_context_get_server_info(
        context,
        { _, info, userdata in
          guard let request = PulseOperation<ServerInfo>.from(userdata) else { return }
          guard let info else { return request.fail(request.connection.failure(of: request.name)) }
          request.succeed(ServerInfo(info.pointee))
        }, userdata)
    }
  }

  func requestSinks() -> PulseOperation<[Sink]> {
    PulseOperation("list sinks", on: self, initial: []) { context, userdata in
      pa_context_get_sink_info_list(
        context, { PulseOperation.receive($1.map { Sink($0.pointee) }, end: $2, $3) }, userdata)
    }
  }

  func requestSources() -> PulseOperation<[Source]> {
    PulseOperation("list sources", on: self, initial: []) { context, userdata in
      pa_context_get_source_info_list(
        context, { PulseOperation.receive($1.map { Source($0.pointee) }, end: $2, $3) }, userdata)
    }
  }

  func requestSinkInputs() -> PulseOperation<[SinkInput]> {
    PulseOperation("list sink inputs", on: self, initial: []) { context, userdata in
      pa_context_get_sink_input_info_list(
        context, { PulseOperation.receive($1.map { SinkInput($0.pointee) }, end: $2, $3) }, userdata)
    }
  }

  func requestSourceOutputs() -> PulseOperation<[SourceOutput]> {
    PulseOperation("list source outputs", on: self, initial: []) { context, userdata in
      pa_context_get_source_output_info_list(
        context, { PulseOperation.receive($1.map { SourceOutput($0.pointee) }, end: $2, $3) }, userdata)
    }
  }

  func requestModules() -> PulseOperation<[Module]> {
    PulseOperation("list modules", on: self, initial: []) { context, userdata in
      pa_context_get_module_info_list(
        context, { PulseOperation.receive($1.map { Module($0.pointee) }, end: $2, $3) }, userdata)
    }
  }

  func requestClients() -> PulseOperation<[Client]> {
    PulseOperation("list clients", on: self, initial: []) { context, userdata in
      pa_context_get_client_info_list(
        context, { PulseOperation.receive($1.map { Client($0.pointee) }, end: $2, $3) }, userdata)
    }
  }
}
