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
    if case .done(let remark?) = try answer(to: action) { terminal.report("speakcall: \(remark.message)") }
    return .success
  }

  private func answer(to action: Request.Action) throws(Failure) -> Reply {
    let paths = try paths()
    var client = try AgentClient.start(action, paths)
    guard let reply = try client.awaitReply() else {
      throw Failure(.internalError, "the agent ended without an answer", next: "cat '\(paths.log)'")
    }
    if case .failed(let error) = reply { throw Failure(error) }
    return reply
  }
}
