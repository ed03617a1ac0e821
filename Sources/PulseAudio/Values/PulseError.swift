import CPulse

/// An error that is thrown when a request to the sound server fails.
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

extension PulseError {
  /// The code with which a server refuses to move a stream that must not be moved.
  public static let invalid = Int32(PA_ERR_INVALID.rawValue)

  /// The code with which a server refuses a request about an object that is not there.
  public static let noEntity = Int32(PA_ERR_NOENTITY.rawValue)

  /// The code with which the server refused, when it did.
  public var code: Int32? { if case .refused(_, let code, _) = self { code } else { nil } }

  /// One phrase: the request and the reason why it failed.
  public var explanation: String {
    switch self {
    case .unreachable(let server, let reason): "\(server): \(reason)"
    case .timedOut(let request): "the sound server did not answer in time: \(request)"
    case .disconnected(let request): "the connection to the sound server ended: \(request)"
    case .refused(let request, _, let reason): "the sound server refused to \(request): \(reason)"
    case .unquotable(let name, let value): "'\(value)' cannot be the value of \(name)"
    case .flushed: "the sound was stopped"
    case .noResources(let reason): reason
    }
  }
}
