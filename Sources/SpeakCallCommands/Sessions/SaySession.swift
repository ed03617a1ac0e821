import SpeakCallProtocol
import SystemSupport

/// A run of `say`: sends text to the agent on demand, shows events, and continues with another agent if one is lost.
struct SaySession: ~Copyable {
  /// The number of utterances of a stream that the agent has at a time: one playing and one ready.
  private static let mostOutstanding = 2

  private let request: SayRequest
  private let json: Bool
  private let terminal: Terminal
  private let paths: XDGPaths
  private var input: TextInput?
  private var isStream = false
  /// A Boolean value that indicates whether no more utterances follow.
  private var isComplete = true
  private var outstanding: [OutstandingUtterance] = []
  private var losses = AgentLosses(limit: 2)
  private var hasReportedPause = false
  private var failure: Failure?

  init(request: SayRequest, source: consuming TextSource, json: Bool, terminal: Terminal, paths: XDGPaths) {
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

  /// Returns when everything was played or, for a detached request, was queued.
  mutating func run() throws(Failure) -> ExitStatus {
    guard try fetchFirstPiece() else { return .success }
    repeat { try speakWithAgent() } while !isOver
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

  /// Runs until all utterances have ended or the agent is lost.
  private mutating func speakWithAgent() throws(Failure) {
    outstanding.goBack()
    let requests = outstanding.indices.map { Request.Action.say(outstanding[$0].send(like: request)) }
    var client = try AgentClient.start(requests, paths)
    while !isOver {
      while let reply = try client.takeReply() { try handle(reply, from: client) }
      if isOver { return }
      guard try wait(for: &client) else { return try noteLoss() }
    }
  }

  private mutating func noteLoss() throws(Failure) {
    let isResumable = !outstanding.contains { $0.hasBegun && request.settings.isSSML }
    guard losses.record(), isResumable else {
      throw Failure.agentLost(before: "the text", log: paths.log)
    }
  }

  /// Waits for the agent, and for input while the agent can take an utterance; returns false if the agent is lost.
  private mutating func wait(for client: inout AgentClient) throws(Failure) -> Bool {
    let wantsText = isStream && !isComplete && outstanding.count < Self.mostOutstanding
    if wantsText, input?.hasArrived ?? false { return speakArrival(on: client) }
    guard let isReadable = Terminal.readable([client.descriptor, wantsText ? terminal.input : -1]) else { return true }
    if isReadable[0], !client.receive() { return false }
    return isReadable[1] ? speakArrival(on: client) : true
  }

  private mutating func speakArrival(on client: borrowing AgentClient) -> Bool {
    do throws(Failure) {
      switch try input?.arrival() ?? .end {
      case .piece(let piece):
        var utterance = OutstandingUtterance(piece, isComplete: true)
        let request = utterance.send(like: request)
        outstanding.append(utterance)
        return client.send(.say(request))
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
      if let index = outstanding.indexOfFailure { outstanding.remove(at: index) }
      failure = Failure(error)
      isComplete = true
    case .more(let id): sendPiece(of: id, on: client)
    case .done, .status, .outdated: break
    }
  }

  /// Updates the utterance of an event; returns the event to show, if any.
  private mutating func follow(_ event: AgentEvent) -> AgentEvent? {
    guard case .utterance(let event) = event else { return event }
    guard let index = outstanding.firstIndex(of: event) else { return .utterance(event) }
    if case .word = event.kind {
      losses.reset()
      for index in outstanding.indices { outstanding[index].noteResumption() }
    }
    let shown = outstanding[index].follow(event)
    switch event.kind {
    case .queued where request.isDetached: outstanding.remove(at: index)
    case .finished: outstanding.remove(at: index)
    default: break
    }
    return shown.map { .utterance($0) }
  }

  private mutating func sendPiece(of id: Int, on client: borrowing AgentClient) {
    guard let index = outstanding.firstIndex(where: { $0.id == id }) else { return }
    var piece: String?
    do { piece = try input?.next() } catch { failure = error }
    outstanding[index].append(piece)
    _ = client.send(.text(utterance: id, text: piece ?? "", isLast: piece == nil))
  }

  private mutating func show(_ event: AgentEvent) throws(Failure) {
    guard !json else { return try terminal.write(json: event) }
    switch event.utterance?.kind {
    case .warning(let text): terminal.warn(text)
    case .paused where !hasReportedPause:
      hasReportedPause = true
      terminal.report("speakcall: speech is paused. Next: speakcall resume")
    default: break
    }
  }
}
