/// A failure of a request to the sound server.
public enum PulseError: Error, Sendable, Equatable {
  /// No server answered at this address; the second value says why.
  case unreachable(server: String, reason: String)

  /// The server did not answer a request in time.
  case timedOut(request: String)

  /// The connection ended while, or before, the request was made.
  case disconnected(request: String)

  /// The server refused the request; `code` is a `PA_ERR_` value.
  case refused(request: String, code: Int32, reason: String)

  /// A value holds characters that the server's argument syntax cannot carry.
  case unquotable(name: String, value: String)

  /// The wait ended because the stream was flushed or closed.
  case flushed

  /// The system has no thread, descriptor or memory left for a connection.
  case noResources(reason: String)
}
