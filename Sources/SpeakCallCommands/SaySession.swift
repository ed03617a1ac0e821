import Glibc
import SpeakCallProtocol
import SystemSupport

/// One `say` from its first word to its last: hands text to the agent as it is wanted, shows what happens, and goes on
/// with another agent where one was lost.
struct SaySession: ~Copyable {
  /// How many utterances of a stream are with the agent: one being heard and one ready behind it.
  private static let mostOutstanding = 2

  /// How many agents in a row may be lost without a word being heard.
  private static let mostLosses = 3

  private let request: SayRequest
  private let json: Bool
  private let terminal: Terminal
  private let paths: XDGPaths
  private var input: TextInput?
  private var isStream = false
  /// A Boolean value that indicates whether no further utterance will be begun.
  private var isComplete = true
  private var outstanding: [OutstandingUtterance] = []
  private var losses = 0
  private var hasToldOfPause = false
  private var failure: Failure?

  init(request: SayRequest, source: consuming SpokenText, json: Bool, terminal: Terminal, paths: XDGPaths) {
    self.request = request
    self.json = json
    self.terminal = terminal
    self.paths = paths
    switch consume source {
    case .whole(let text): outstanding = [OutstandingUtterance(text, isComplete: true)]
    case .file(let input): self.input = consume input
    case .stream(let input):
      self.input = consume input
      isStream = true
    }
  }

  /// Speaks; returns when everything was heard, or, for a text left with the agent, was queued.
  mutating func run() throws(Failure) -> ExitStatus {
    guard try fetchFirstPiece() else { return .success }
    repeat { try converse() } while !isOver
    if let failure { throw failure }
    return .success
  }

  private var isOver: Bool { outstanding.isEmpty && isComplete }

  private mutating func fetchFirstPiece() throws(Failure) -> Bool {
    guard input != nil else { return true }
    guard let piece = try input?.next() else { return false }
    outstanding = [OutstandingUtterance(piece, isComplete: isStream)]
    isComplete = !isStream
    return true
  }

  /// Speaks with one agent, until everything is over or the agent is lost.
  private mutating func converse() throws(Failure) {
    for place in outstanding.indices { outstanding[place].goBack() }
    let first = outstanding.first.map { Request.Action.say($0.request(like: request)) }
    var client = try AgentClient.start(first ?? .status(watch: false), paths)
    for utterance in outstanding.dropFirst() where !client.send(.say(utterance.request(like: request))) { break }
    while !isOver {
      while let reply = try client.takeReply() { try handle(reply, from: client) }
      if isOver { return }
      guard try wait(for: &client) else { return try noteLoss() }
    }
  }

  private mutating func noteLoss() throws(Failure) {
    losses += 1
    let isStuck = outstanding.contains { $0.hasBegun && request.settings.isSSML }
    guard losses < Self.mostLosses, !isStuck else {
      throw Failure.agentLost(before: "the text", log: paths.log)
    }
  }

  /// Waits for the agent, and for standard input while another utterance is wanted; returns false when the agent is lost.
  private mutating func wait(for client: inout AgentClient) throws(Failure) -> Bool {
    let wantsText = isStream && !isComplete && outstanding.count < Self.mostOutstanding
    if wantsText, input?.hasArrived ?? false { return speakArrival(on: client) }
    var descriptors = [pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)]
    if wantsText { descriptors.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
    guard poll(&descriptors, nfds_t(descriptors.count), -1) >= 0 else { return true }
    if descriptors[0].revents != 0, !client.receive() { return false }
    if wantsText, descriptors[1].revents != 0 { return speakArrival(on: client) }
    return true
  }

  private mutating func speakArrival(on client: borrowing AgentClient) -> Bool {
    do throws(Failure) {
      switch try input?.arrival() ?? .end {
      case .piece(let piece):
        let utterance = OutstandingUtterance(piece, isComplete: true)
        outstanding.append(utterance)
        return client.send(.say(utterance.request(like: request)))
      case .nothing: break
      case .end: isComplete = true
      }
    } catch {
      failure = error
      isComplete = true
    }
    return true
  }

  private mutating func handle(_ reply: Reply, from client: borrowing AgentClient) throws(Failure) {
    switch reply {
    case .event(let event):
      if let shown = follow(event) { try show(shown) }
    case .failed(let error):
      let place = outstanding.firstIndex { $0.isCancelled } ?? outstanding.firstIndex { $0.id == nil }
      if let place { outstanding.remove(at: place) }
      failure = Failure(error)
      isComplete = true
    case .more(let id): sendPiece(of: id, on: client)
    case .done, .status, .outdated: break
    }
  }

  /// Brings the utterance up to date that an event is about; returns the event as it is to be shown, if it is.
  private mutating func follow(_ event: AgentEvent) -> AgentEvent? {
    guard case .utterance(let happened) = event else { return event }
    let place = outstanding.firstIndex { $0.id == (happened.kind == .queued ? nil : happened.id) }
    guard let place else { return event }
    if case .word = happened.kind {
      losses = 0
      for place in outstanding.indices { outstanding[place].noteGoingOn() }
    }
    let shown = outstanding[place].follow(happened)
    switch happened.kind {
    case .queued where request.isDetached: outstanding.remove(at: place)
    case .finished: outstanding.remove(at: place)
    default: break
    }
    return shown.map { .utterance($0) }
  }

  private mutating func sendPiece(of id: Int, on client: borrowing AgentClient) {
    guard let place = outstanding.firstIndex(where: { $0.id == id }) else { return }
    var piece: String?
    do { piece = try input?.next() } catch { failure = error }
    outstanding[place].append(piece)
    _ = client.send(.text(utterance: id, text: piece ?? "", isLast: piece == nil))
  }

  private mutating func show(_ event: AgentEvent) throws(Failure) {
    guard !json else { return try terminal.write(event) }
    switch event.utterance?.kind {
    case .warning(let text): terminal.report(TerminalText.sanitized("speakcall: \(text)."))
    case .paused where !hasToldOfPause:
      hasToldOfPause = true
      terminal.report("speakcall: speech is paused. Next: speakcall resume")
    default: break
    }
  }
}

extension Terminal {
  /// Writes an event as one line of JSON.
  func write(_ event: AgentEvent) throws(Failure) {
    try write(String(decoding: Wire().encode(event), as: UTF8.self) + "\n")
  }
}
