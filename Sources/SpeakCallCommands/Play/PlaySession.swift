import Glibc
import SpeakCallProtocol
import SystemSupport

/// One `play` from its first quote to its last: the agent on one side, the user on the other.
struct PlaySession: ~Copyable {
  /// How many agents in a row may be lost without a word being heard.
  private static let mostLosses = 3

  var conversation: Conversation
  var stage: Stage?
  private var captions: PlayCaptions?
  private let json: Bool
  let terminal: Terminal
  private let paths: XDGPaths
  private var losses = 0
  var isQuitting = false
  private var hasToldOfPause = false
  /// What was told on the stage, which leaves nothing behind.
  var warnings: [String] = []

  init(
    _ conversation: Conversation, stage: consuming Stage?, captions: consuming PlayCaptions?,
    json: Bool,
    terminal: Terminal, paths: XDGPaths
  ) {
    self.conversation = conversation
    self.stage = consume stage
    self.captions = consume captions
    self.json = json
    self.terminal = terminal
    self.paths = paths
  }

  /// Plays; returns when everything was heard, or the user has left.
  mutating func run() throws(Failure) -> ExitStatus {
    do {
      defer { endStage() }
      repeat { try converse() } while !conversation.isOver
    }
    if isQuitting { return .interrupted }
    if let failure = conversation.failure { throw failure }
    return .success
  }
}

/// The agent's side.
extension PlaySession {
  /// Plays with one agent, until everything is over or the agent is lost.
  private mutating func converse() throws(Failure) {
    let requests = conversation.nextRequests()
    var client = try AgentClient.start(requests.first ?? .status(watch: false), paths)
    for request in requests.dropFirst() where !client.send(request) { break }
    while true {
      while let reply = try client.takeReply() { try handle(reply) }
      for request in conversation.nextRequests() where !client.send(request) { break }
      if conversation.isOver { return }
      try draw()
      guard try wait(for: &client) else { break }
    }
    conversation.agentWasLost()
    losses += 1
    guard losses < Self.mostLosses || isQuitting else {
      throw Failure.agentLost(before: "the script", log: paths.log)
    }
  }

  private mutating func handle(_ reply: Reply) throws(Failure) {
    if case .event(let event) = reply, case .word = event.utterance?.kind { losses = 0 }
    if let event = conversation.handle(reply, at: Self.now) {
      if json { try terminal.write(event) } else { try show(event) }
    }
    for quote in conversation.takeHeard() {
      stage?.note(quote)
      try captions?.add(quote, of: conversation.quotes)
    }
  }

  private mutating func show(_ event: AgentEvent) throws(Failure) {
    if case .server(let isConnected) = event {
      stage?.notice = isConnected ? nil : "the sound server is gone; waiting for it"
    }
    switch event.utterance?.kind {
    case .warning(let text): warn(text)
    case .started where stage == nil:
      hasToldOfPause = false
      let quote = conversation.quotes[conversation.position]
      try terminal.write(TerminalText.sanitized("\(quote.speaker): \(quote.text)") + "\n")
    case .resumed: hasToldOfPause = false
    case .paused where stage == nil && !hasToldOfPause:
      hasToldOfPause = true
      terminal.report("speakcall: speech is paused. Next: speakcall resume")
    default: break
    }
  }

  /// Waits for the agent and the user; returns false when the agent is lost.
  private mutating func wait(for client: inout AgentClient) throws(Failure) -> Bool {
    var descriptors = [pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)]
    var patience: Int32 = -1
    if stage != nil {
      for descriptor in stage?.descriptors ?? [] {
        descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      }
      patience = stage?.patience(for: conversation) ?? -1
    }
    guard poll(&descriptors, nfds_t(descriptors.count), patience) >= 0 else {
      serveUser(isKeyboardReady: false, through: client)
      return true
    }
    if descriptors[0].revents != 0, !client.receive() { return false }
    if descriptors.count > 2 { serveUser(isKeyboardReady: descriptors[2].revents != 0, through: client) }
    return true
  }
}
