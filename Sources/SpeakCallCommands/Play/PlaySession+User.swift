import Glibc
import SpeakCallProtocol

/// The user's side.
extension PlaySession {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  mutating func warn(_ text: String) {
    let line = TerminalText.sanitized("speakcall: \(text).")
    guard stage != nil else { return terminal.report(line) }
    stage?.notice = text
    warnings.append(line)
  }

  mutating func endStage() {
    stage = nil
    for line in warnings { terminal.report(line) }
  }

  mutating func draw() throws(Failure) {
    try stage?.draw(conversation, at: Self.now)
  }

  mutating func serveUser(isKeyboardReady: Bool, through client: borrowing AgentClient) {
    for wish in stage?.wishes(isKeyboardReady: isKeyboardReady, at: Self.now) ?? [] {
      switch wish {
      case .togglePause: conversation.togglePause()
      case .goForward: conversation.goForward()
      case .goBack: conversation.goBack()
      case .stop: conversation.stop()
      case .quit: quit()
      case .suspend: suspend(client)
      }
    }
  }

  private mutating func quit() {
    conversation.leave()
    isQuitting = true
  }

  /// Holds speech while the user has the shell.
  private mutating func suspend(_ client: borrowing AgentClient) {
    let wasSpeaking = !conversation.isPaused && !conversation.isStopped
    if wasSpeaking { conversation.togglePause() }
    for request in conversation.nextRequests() where !client.send(request) { break }
    stage?.suspend()
    if wasSpeaking { conversation.togglePause() }
  }
}
