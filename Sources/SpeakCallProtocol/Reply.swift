/// One line from the agent to a command.
public enum Reply: Codable, Sendable, Equatable {
  /// The request was carried out.
  case done(Remark?)
  /// The request failed, or could not be carried out.
  case failed(AgentError)
  case status(StatusReport)
  case event(AgentEvent)
  /// The utterance is running out of text.
  case more(utterance: Int)
  /// The agent is of another version; it ends when it has spoken, and the connection with it.
  case outdated(version: String)
}

/// A note on a request that was carried out.
public enum Remark: String, Codable, Sendable {
  case nothingIsSpoken, alreadyPaused, notPaused
  /// Speech resumes when the call is taken off hold.
  case resumesWithCall
  /// Speech resumes when the sound server is back.
  case resumesWithServer
}
