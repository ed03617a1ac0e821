import CPulse

extension PulseError {
  /// The code with which a server refuses to move a stream that must not be moved.
  public static let invalid = Int32(PA_ERR_INVALID.rawValue)

  /// The code with which a server refuses a request about an object that is not there.
  public static let noEntity = Int32(PA_ERR_NOENTITY.rawValue)

  /// The code with which the server refused, when it did.
  public var code: Int32? { if case .refused(_, let code, _) = self { code } else { nil } }

  /// What failed and why, as a phrase.
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
