import CPulse

/// A request whose answer can be awaited; it is sent at once, so that several can be under way together.
final class Request<Value: Sendable>: PendingRequest {
  private enum State {
    case running
    case awaited(CheckedContinuation<Result<Value, PulseError>, Never>)
    case finished(Result<Value, PulseError>)
  }

  private var state = State.running
  /// What has come so far of an answer in several parts.
  private var partial: Value?

  /// Sends the request; `initial` is what an answer in several parts is added to.
  init(
    _ name: String, on connection: Connection, initial: Value? = nil,
    send: (_ context: OpaquePointer, _ userdata: UnsafeMutableRawPointer) -> OpaquePointer?
  ) {
    partial = initial
    super.init(name, on: connection)
    start(send)
  }

  /// A request that is not sent, because it must fail.
  init(_ name: String, failed error: PulseError, on connection: Connection) {
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
  static func from(_ userdata: UnsafeMutableRawPointer?) -> Request? {
    userdata.map { Unmanaged<Request>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension Request where Value == Void {
  /// The answer of a request that is accepted or refused.
  static func receive(success: Int32, _ userdata: UnsafeMutableRawPointer?) {
    guard let request = from(userdata) else { return }
    success != 0 ? request.succeed(()) : request.fail(request.connection.failure(of: request.name))
  }
}

extension Request where Value == UInt32 {
  /// The answer of a request that makes an object.
  static func receive(index: UInt32, _ userdata: UnsafeMutableRawPointer?) {
    guard let request = from(userdata) else { return }
    index != .max ? request.succeed(index) : request.fail(request.connection.failure(of: request.name))
  }
}

extension Request {
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
