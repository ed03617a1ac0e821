import CPulse

extension Connection {
  /// Sends a request that is accepted or refused, and waits for the answer.
  nonisolated(nonsending) func perform(
    _ name: String, send: (_ context: OpaquePointer, _ userdata: UnsafeMutableRawPointer) -> OpaquePointer?
  ) async throws(PulseError) {
    try await Request<Void>(name, on: self, send: send).value()
  }
}

/// The callback for ``Connection/perform(_:send:)``.
func requestDone(_ context: OpaquePointer?, _ success: Int32, _ userdata: UnsafeMutableRawPointer?) {
  Request<Void>.receive(success: success, userdata)
}
