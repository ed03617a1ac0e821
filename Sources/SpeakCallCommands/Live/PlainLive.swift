import Glibc
import SpeakCallProtocol

/// `live` where nothing can move: lines are spoken as they come, and what happens is printed line by line.
struct PlainLive {
  let core: LiveCore
  let terminal: Terminal
  let completion: LiveCompletion
  private var input: LineInput
  private var state = ""

  init(core: LiveCore, terminal: Terminal, completion: LiveCompletion) {
    self.core = core
    self.terminal = terminal
    self.completion = completion
    input = LineInput(descriptor: terminal.input)
  }

  /// Runs until the input has ended and everything was heard.
  mutating func run() throws(Failure) -> ExitStatus {
    core.connect()
    while true {
      try show()
      if core.isIdle, input.isAtEnd || core.scene.isLeaving { break }
      try waitForSomething()
    }
    return core.failure ?? .success
  }

  private mutating func waitForSomething() throws(Failure) {
    let agent = core.descriptors
    var ready = [input.isAtEnd ? -1 : input.descriptor, agent.speech, agent.control].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&ready, nfds_t(ready.count), -1) > 0 else { return }
    if ready[1].revents != 0 || ready[2].revents != 0 {
      core.receive(speech: ready[1].revents != 0, control: ready[2].revents != 0)
    }
    guard ready[0].revents != 0 else { return }
    for line in try input.lines() { try enter(line) }
  }

  private func enter(_ line: String) throws(Failure) {
    switch TypedLine(line) {
    case .nothing: break
    case .command(let name, let values):
      guard let name = core.commandName(name) else { return }
      if name != .phrases { return core.carryOut(name, values.first) }
      for phrase in completion.phrases() { core.note("@\(phrase.name)  \(phrase.text)") }
    case .speech(let text, let placement):
      do throws(Failure) {
        core.speak(try completion.expanded(text), placement)
      } catch {
        core.note("– \(error.message)\(error.next.map { ". Next: \($0)" } ?? "")")
      }
    }
  }

  private mutating func show() throws(Failure) {
    let news = core.takeNews()
    var lines = news.finished + news.returned.map { "– not said: \($0)" }
    let view = LiveView(scene: core.scene, size: (1 << 16, 24), colour: false)
    let parts = view.stateParts.joined(separator: " · ")
    if parts != state, isatty(terminal.output) == 1 { lines.append("[\(parts)]") }
    state = parts
    guard !lines.isEmpty else { return }
    try terminal.write(lines.map { TerminalText.sanitized($0) + "\n" }.joined())
  }
}
