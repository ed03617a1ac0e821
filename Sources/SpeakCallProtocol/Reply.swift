/// One line from the agent to a command.
public enum Reply: Codable, Sendable, Equatable {
  /// The request was carried out.
  case done(message: String?)
  /// The request failed, or could not be carried out.
  case failed(Refusal)
  case status(StatusReport)
  case event(AgentEvent)
  /// The utterance is running out of text.
  case more(utterance: Int)
  /// The agent is of another version; it ends when it has spoken, and the connection with it.
  case outdated(version: String)
}

/// Why a request was refused: what failed, the exit status that goes with it, and the next command to type.
public struct Refusal: Error, Codable, Sendable, Equatable {
  /// The status with which the command exits.
  public var status: Int32
  /// What failed, with the value that it failed on.
  public var message: String
  /// What the user can do, one sentence.
  public var next: String?

  /// Creates a refusal.
  public init(status: Int32, message: String, next: String? = nil) {
    self.status = status
    self.message = message
    self.next = next
  }
}
