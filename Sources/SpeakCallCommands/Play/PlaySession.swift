import Glibc
import Scripts
import SpeakCallProtocol
import SystemSupport

/// One `play` from its first quote to its last: the loop between the agent and the user.
struct PlaySession: ~Copyable {
  private var conversation: Conversation
  private var screen: PlayScreen?
  private var captions: PlayCaptions?
  private let json: Bool
  private let terminal: Terminal
  private let paths: XDGPaths
  private var losses = AgentLosses(limit: 2)
  private var isQuitting = false
  private var hasReportedPause = false
  /// Messages that the screen has shown, to repeat them when it is gone.
  private var warnings: [String] = []

  init(
    _ conversation: Conversation, screen: consuming PlayScreen?, captions: consuming PlayCaptions?, json: Bool,
    terminal: Terminal, paths: XDGPaths
  ) {
    self.conversation = conversation
    self.screen = consume screen
    self.captions = consume captions
    self.json = json
    self.terminal = terminal
    self.paths = paths
  }

  /// Plays; returns when everything was heard, or the user has quit.
  mutating func run() throws(Failure) -> ExitStatus {
    do {
      defer { endScreen() }
      repeat { try converse() } while !conversation.isOver
    }
    if isQuitting { return .interrupted }
    if let failure = conversation.failure { throw failure }
    return .success
  }

  /// Waits for the agent and the user; returns false when the agent is lost.
  private mutating func wait(for client: inout AgentClient) throws(Failure) -> Bool {
    let descriptors = [client.descriptor] + (screen?.descriptors ?? [])
    let ready = Terminal.readable(descriptors, timeout: screen?.timeout(for: conversation) ?? -1)
    if let ready, ready[0], !client.receive() { return false }
    if screen != nil { serveUser(isKeyboardReady: ready?[2] ?? false, through: client) }
    return true
  }
}

/// The agent's side.
extension PlaySession {
  /// Plays with one agent, until everything is over or the agent is lost.
  private mutating func converse() throws(Failure) {
    var client = try AgentClient.start(conversation.nextRequests(), paths)
    while true {
      while let reply = try client.takeReply() { try handle(reply) }
      client.send(conversation.nextRequests())
      if conversation.isOver { return }
      try screen?.draw(conversation, at: MonotonicClock.seconds)
      guard try wait(for: &client) else { break }
    }
    conversation.agentWasLost()
    guard losses.record() || isQuitting else { throw Failure.agentLost(before: "the script", log: paths.log) }
  }

  private mutating func handle(_ reply: Reply) throws(Failure) {
    if case .event(let event) = reply, case .word = event.utterance?.kind { losses.reset() }
    if let event = conversation.handle(reply, at: MonotonicClock.seconds) {
      if json { try terminal.write(json: event) } else { try show(event) }
    }
    for quote in conversation.takeSpoken() {
      screen?.note(quote)
      try captions?.add(quote, of: conversation.quotes)
    }
  }

  private mutating func show(_ event: AgentEvent) throws(Failure) {
    if case .server(let isConnected) = event {
      screen?.notice = isConnected ? nil : "the sound server is gone; waiting for it"
    }
    switch event.utterance?.kind {
    case .warning(let text): warn(text)
    case .started where screen == nil:
      hasReportedPause = false
      let quote = conversation.quotes[conversation.position]
      try terminal.write(TerminalText.sanitized("\(quote.speaker): \(quote.text)") + "\n")
    case .resumed: hasReportedPause = false
    case .paused where screen == nil && !hasReportedPause:
      hasReportedPause = true
      terminal.report("speakcall: speech is paused. Next: speakcall resume")
    default: break
    }
  }
}

/// The user's side.
extension PlaySession {
  private mutating func serveUser(isKeyboardReady: Bool, through client: borrowing AgentClient) {
    for command in screen?.commands(isKeyboardReady: isKeyboardReady, at: MonotonicClock.seconds) ?? [] {
      switch command {
      case .togglePause: conversation.togglePause()
      case .goForward: conversation.goForward()
      case .goBack: conversation.goBack()
      case .stop: conversation.stop()
      case .quit:
        conversation.leave()
        isQuitting = true
      case .suspend: suspend(client)
      }
    }
  }

  /// Suspends the process, with speech paused meanwhile.
  private mutating func suspend(_ client: borrowing AgentClient) {
    let wasSpeaking = !conversation.isPaused && !conversation.isStopped
    if wasSpeaking { conversation.togglePause() }
    client.send(conversation.nextRequests())
    screen?.suspend()
    if wasSpeaking { conversation.togglePause() }
  }

  private mutating func warn(_ text: String) {
    let line = TerminalText.sanitized("speakcall: \(text).")
    guard screen != nil else { return terminal.report(line) }
    screen?.notice = text
    warnings.append(line)
  }

  private mutating func endScreen() {
    screen = nil
    for line in warnings { terminal.report(line) }
  }
}

/// The captions of a play, written as it is heard.
struct PlayCaptions: ~Copyable {
  private var writer: CaptionWriter
  private var track: CaptionTrack

  init(path: String) throws(Failure) {
    do throws(CaptionError) { writer = try CaptionWriter(path: path) } catch { throw Failure(error, command: "play") }
    track = CaptionTrack(for: writer.format)
  }

  /// Adds a quote that was heard.
  mutating func add(_ spoken: SpokenQuote, of quotes: [Quote]) throws(Failure) {
    let quote = quotes[spoken.quote]
    track.begin(speaker: quote.speaker, text: quote.text, at: spoken.start)
    for word in spoken.words { track.hear(offset: word.offset, length: word.length, at: word.start) }
    do throws(FileError) {
      for cue in track.end(at: spoken.end, isWhole: spoken.isWhole) { try writer.add(cue) }
    } catch {
      throw Failure(writing: error)
    }
  }
}
