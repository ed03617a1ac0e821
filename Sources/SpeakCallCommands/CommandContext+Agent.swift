import SpeakCallProtocol

/// Requests that have one answer.
extension CommandContext {
  /// Has the agent do something, and returns its status after that.
  func status(after action: Request.Action) throws(Failure) -> StatusReport {
    guard case .status(let report) = try answer(to: action) else {
      throw Failure(.internalError, "the agent gave an answer that was not asked for")
    }
    return report
  }

  /// Has the agent do something, and passes on what it remarks.
  func done(_ action: Request.Action) throws(Failure) -> ExitStatus {
    if case .done(let message?) = try answer(to: action) { terminal.report("speakcall: \(message)") }
    return .success
  }

  private func answer(to action: Request.Action) throws(Failure) -> Reply {
    let paths = try paths()
    do throws(Refusal) {
      var client = try AgentClient.begin(action, paths)
      guard let reply = try client.nextReply() else {
        throw Refusal(.internalError, "the agent ended without an answer", next: "cat '\(paths.log)'")
      }
      if case .failed(let refusal) = reply { throw refusal }
      return reply
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  /// Creates the failure for what the agent refused.
  init(_ refusal: Refusal) {
    self.init(ExitStatus(rawValue: refusal.status) ?? .failure, refusal.message, next: refusal.next)
  }
}
