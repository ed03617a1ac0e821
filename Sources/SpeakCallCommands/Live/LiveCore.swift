import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport

/// The engine of `live`, independent of the screen: lines go to the agent, and their events come back.
///
/// It lives as long as its command and belongs to its one thread.
final class LiveCore {
  /// The result of reading the agent's replies.
  struct Output {
    /// Lines for the transcript.
    var transcript: [String] = []
    /// Text that was not heard, for the user to send again.
    var returned: [String] = []
  }

  private(set) var state = LiveState()
  private(set) var lines = OutstandingLines()
  var typeAhead: TypeAhead
  /// Returns the part of the line being typed that is ready to be spoken.
  var ready: () -> String = { "" }
  /// The status of the first line that could not be spoken.
  private(set) var failure: ExitStatus?

  private var options: LiveOptions
  private var link: AgentLink
  private var output = Output()
  /// The user's utterances whose end only one of the two connections has reported.
  private var endedOnce: Set<Int> = []
  /// A Boolean value that indicates whether the agent has confirmed the subscription to events.
  private var isSubscribed = false

  init(options: LiveOptions, paths: XDGPaths) {
    self.options = options
    typeAhead = TypeAhead(options.unit)
    link = AgentLink(paths: paths)
    state.unit = options.unit
  }

  /// The descriptors to wait on beside the keyboard.
  var descriptors: (speech: Int32, control: Int32) { link.descriptors }

  /// A Boolean value that indicates whether every line has ended, and its end was shown.
  var isIdle: Bool { lines.lines.isEmpty && endedOnce.isEmpty }

  /// Returns the output since the last call.
  func takeOutput() -> Output {
    defer { output = Output() }
    return output
  }

  /// Adds a line to the transcript.
  func note(_ line: String) { output.transcript.append(line) }

  /// Returns a text to the user, who may change it and send it again.
  func giveBack(_ text: String) { output.returned.append(text) }

  private func giveBack(_ lines: [OutstandingLines.Line]) {
    output.returned += lines.map(\.unheard).filter { !$0.isBlank }
    showWaiting()
  }

  private func showWaiting() {
    state.waiting = lines.lines.filter { !$0.hasBegun && $0.id != state.current?.id }
      .map(\.fullText).filter { !$0.isBlank }
  }
}

/// Speech and commands.
extension LiveCore {
  /// Speaks a text.
  func speak(_ text: String, _ placement: SayRequest.Placement) { speak(options.request(text, placement)) }

  /// Speaks again what was heard last.
  func repeatLast() {
    guard let last = state.last else { return note("– nothing was heard yet") }
    var request = options.request(last.text, .next)
    if !last.voice.isEmpty { request.settings.voice = last.voice }
    speak(request)
  }

  /// Begins to speak the line that is being typed, if part of it is ready.
  func speakAhead() {
    guard lines.openLine == nil, !ready().isEmpty else { return }
    speak(options.request("", .end, isComplete: false))
  }

  /// Speaks the rest of a typed line.
  func finishTypedLine(with rest: String) {
    if lines.openLine != nil { lines.closeOpenLine(with: rest) } else if !rest.isBlank { speak(rest, .end) }
    showWaiting()
  }

  private func speak(_ request: SayRequest) {
    reconnectIfNeeded()
    lines.add(request)
    send()
    showWaiting()
  }

  /// Sends the lines that were not sent, once the subscription is confirmed: none of their events may be missed.
  private func send() {
    guard isSubscribed else { return }
    for action in lines.send() { link.say(action) }
  }

  /// Sends a command that concerns all speech.
  func command(_ action: Request.Action) {
    reconnectIfNeeded()
    link.command(action)
  }

  /// Pauses or resumes speech.
  func togglePause() { command(state.isPaused || state.report?.speech.state == .paused ? .resume : .pause) }

  /// Changes the unit that is spoken while a line is typed.
  func setUnit(_ unit: TypeAhead.Unit?) {
    typeAhead.unit = unit
    state.unit = unit
  }

  /// Changes the settings of further lines.
  func change(_ change: (inout SpeechSettings) -> Void) { change(&options.settings) }

  /// Leaves when everything was heard.
  func leaveWhenIdle() { state.isLeaving = true }
}

/// The connection to the agent.
extension LiveCore {
  /// Connects to the agent; a failure is shown.
  func connect() { connect { link throws(Failure) in try link.connect() } }

  private func reconnectIfNeeded() {
    guard !link.isConnected else { return }
    connect { link throws(Failure) in try link.reconnect() }
  }

  private func connect(_ attempt: (inout AgentLink) throws(Failure) -> Void) {
    isSubscribed = false
    do throws(Failure) {
      try attempt(&link)
      state.problem = nil
    } catch {
      fail(error)
    }
  }

  /// Reads the agent's replies from the descriptors that are ready.
  func receive(speech: Bool, control: Bool) {
    do throws(Failure) {
      let isConnected = link.receive(speech: speech, control: control)
      // The user's own lines first: they have the text of the utterances that the other connection reports.
      while let reply = try link.speechReply() { follow(speech: reply) }
      while let reply = try link.controlReply() { follow(control: reply) }
      if !isConnected { replaceAgent() }
    } catch {
      fail(error)
    }
    showWaiting()
  }

  private func replaceAgent() {
    disconnect()
    if lines.agentWasLost() { return connect { link throws(Failure) in try link.replaceAgent() } }
    note("– the agent was lost repeatedly while it spoke this")
    giveBack(lines.removeAll())
    connect()
  }

  private func fail(_ failure: Failure) {
    disconnect()
    state.problem = failure.sentence
    giveBack(lines.removeAll())
  }

  private func disconnect() {
    link.disconnect()
    endedOnce = []
    state.forgetAgent()
  }
}

/// The agent's replies.
extension LiveCore {
  private func follow(speech reply: Reply) {
    noteEnd(in: reply) { _ in true }
    switch reply {
    case .more(let id):
      let ready = lines.line(of: id)?.isOpen ?? false ? self.ready() : ""
      guard let action = lines.piece(for: id, ready: ready) else { return }
      typeAhead.take(ready)
      link.say(action)
    case .event(let event): if case .warning(let text) = event.utterance?.kind { note("– \(text)") }
    default: break
    }
    if let (line, outcome) = lines.follow(reply) {
      end(line, outcome)
    } else if case .event(.utterance(let event)) = reply, let line = lines.line(of: event.id) {
      state.setText(line.text, of: event.id)
    }
  }

  private func end(_ line: OutstandingLines.Line, _ outcome: OutstandingLines.Outcome) {
    var unheard = ""
    switch outcome {
    case .finished, .cancelled(.stopped), .cancelled(.skipped), .cancelled(.replaced): return
    case .failed(let error):
      let reason = Failure(error)
      note("– not spoken: \(reason.message)\(reason.adviceInLive)")
      failure = failure ?? reason.status
    case .cancelled(let reason):
      failure = failure ?? (reason == .permissionWithdrawn ? .noPermission : .temporaryFailure)
      unheard = line.unheard
    }
    if line.isOpen { typeAhead.waitForEnter(unheard: unheard) } else { giveBack([line]) }
  }

  private func follow(control reply: Reply) {
    noteEnd(in: reply) { lines.line(of: $0) != nil }
    switch reply {
    case .status(let report):
      state.report = report
      isSubscribed = true
      send()
    case .event(let event):
      let lines = lines
      if let line = state.follow(event, text: { lines.line(of: $0)?.text }) { note(line) }
    case .done(let remark): if let remark { note("– \(remark.message)") }
    case .failed(let error):
      let failure = Failure(error)
      note("– \(failure.message)\(failure.adviceInLive)")
    case .more, .outdated: break
    }
  }

  private func noteEnd(in reply: Reply, isOwn: (Int) -> Bool) {
    guard case .event(.utterance(let event)) = reply else { return }
    switch event.kind {
    case .finished, .cancelled: if endedOnce.remove(event.id) == nil, isOwn(event.id) { endedOnce.insert(event.id) }
    default: break
    }
  }
}
