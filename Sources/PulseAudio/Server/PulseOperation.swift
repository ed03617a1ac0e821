import CPulse

/// A request on its way: it ends exactly once, by its answer, by the loss of the connection or by its time limit.
///
/// libpulse's callbacks get it as userdata. It holds itself from ``start(_:)`` until ``end()``; after `end` libpulse
/// calls nothing more. Used on the loop's thread only.
class PendingOperation {
  let name: String
  let connection: PulseContext
  private var operation: OpaquePointer?
  private var timer: LoopTimer?
  private var isRunning = false

  init(_ name: String, on connection: PulseContext) {
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
    timer = LoopTimer(context, on: connection.loop, after: PulseContext.requestTimeout) { [unowned self] in
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
  let request = Unmanaged<PendingOperation>.fromOpaque(userdata).takeUnretainedValue()
  request.fail(.disconnected(request: request.name))
}

/// A request whose answer can be awaited; it is sent at once, and several can be pending together.
final class PulseOperation<Value: Sendable>: PendingOperation {
  private enum State {
    case running
    case awaited(CheckedContinuation<Result<Value, PulseError>, Never>)
    case finished(Result<Value, PulseError>)
  }

  private var state = State.running
  /// The part that has come so far of an answer in several parts.
  private var partial: Value?

  /// Sends the request; `initial` is what an answer in several parts is added to.
  init(
    _ name: String, on connection: PulseContext, initial: Value? = nil,
    send: (_ context: OpaquePointer, _ userdata: UnsafeMutableRawPointer) -> OpaquePointer?
  ) {
    partial = initial
    super.init(name, on: connection)
    start(send)
  }

  /// A request that is not sent, because it must fail.
  init(_ name: String, failed error: PulseError, on connection: PulseContext) {
    state = .finished(.failure(error))
    super.init(name, on: connection)
  }

  /// The answer; awaited at most once.
  nonisolated(nonsending) func value() async throws(PulseError) -> Value {
    if case .finished(let result) = state { return try result.get() }
    let result = await withCheckedContinuation { state = .awaited($0) }
    return try result.get()
  }

  override func fail(_ error: PulseError) {
    finish(.failure(error))
  }

  func succeed(_ value: Value) {
    finish(.success(value))
  }

  private func finish(_ result: Result<Value, PulseError>) {
    switch state {
    case .running: state = .finished(result)
    case .awaited(let continuation):
      state = .finished(result)
      continuation.resume(returning: result)
    case .finished: break
    }
    end()
  }

  /// The request behind a callback's userdata.
  static func from(_ userdata: UnsafeMutableRawPointer?) -> PulseOperation? {
    userdata.map { Unmanaged<PulseOperation>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension PulseOperation where Value == Void {
  /// The answer of a request that is accepted or refused.
  static func receive(success: Int32, _ userdata: UnsafeMutableRawPointer?) {
    guard let request = from(userdata) else { return }
    success != 0 ? request.succeed(()) : request.fail(request.connection.failure(of: request.name))
  }
}

extension PulseOperation where Value == UInt32 {
  /// The answer of a request that makes an object.
  static func receive(index: UInt32, _ userdata: UnsafeMutableRawPointer?) {
    guard let request = from(userdata) else { return }
    index != .max ? request.succeed(index) : request.fail(request.connection.failure(of: request.name))
  }
}

extension PulseOperation {
  /// One call of a list callback: an element, or the end of the list (`end` above 0), or an error (below 0).
  static func receive<Element>(_ element: Element?, end: Int32, _ userdata: UnsafeMutableRawPointer?)
  where Value == [Element] {
    guard let request = from(userdata) else { return }
    if let element {
      request.partial?.append(element)
    } else if end > 0, let list = request.partial {
      request.succeed(list)
    } else {
      request.fail(request.connection.failure(of: request.name))
    }
  }
}
