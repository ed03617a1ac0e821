import CPulse

/// A request on its way: it ends exactly once, by its answer, by the loss of the connection or by its time limit.
///
/// libpulse's callbacks get it as userdata. It holds itself from ``start(_:)`` until ``end()``; after `end` libpulse
/// calls nothing more. Used on the loop's thread only.
class PendingRequest {
  let name: String
  let connection: Connection
  private var operation: OpaquePointer?
  private var timer: LoopTimer?
  private var isRunning = false

  init(_ name: String, on connection: Connection) {
    self.name = name
    self.connection = connection
  }

  /// Sends the request with this object as the callback's userdata.
  func start(
    _ send: (_ context: OpaquePointer, _ userdata: UnsafeMutableRawPointer) -> OpaquePointer?
  ) {
    guard let context = connection.ready else { return fail(.disconnected(request: name)) }
    let userdata = Unmanaged.passRetained(self)
    isRunning = true
    guard let operation = send(context, userdata.toOpaque()) else { return fail(connection.failure(of: name)) }
    self.operation = operation
    pa_operation_set_state_callback(operation, operationStateChanged, userdata.toOpaque())
    timer = LoopTimer(context, on: connection.loop, after: Connection.requestTimeout) { [unowned self] in
      fail(.timedOut(request: name))
    }
  }

  /// Ends with an error; a subclass hands it to whoever waits.
  func fail(_ error: PulseError) {
    end()
  }

  /// Stops all callbacks and lets go of this object.
  final func end() {
    timer?.cancel()
    timer = nil
    if let operation {
      pa_operation_set_state_callback(operation, nil, nil)
      pa_operation_cancel(operation)
      pa_operation_unref(operation)
    }
    operation = nil
    if isRunning {
      isRunning = false
      Unmanaged.passUnretained(self).release()
    }
  }
}

/// libpulse cancels its operations when the connection or the stream that they belong to ends.
private func operationStateChanged(_ operation: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) {
  guard let userdata, let operation, pa_operation_get_state(operation) == PA_OPERATION_CANCELLED else { return }
  let request = Unmanaged<PendingRequest>.fromOpaque(userdata).takeUnretainedValue()
  request.fail(.disconnected(request: request.name))
}
