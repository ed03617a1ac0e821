import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport

/// What `live` does, whatever it is shown on: lines go to the agent, and what becomes of them comes back.
///
/// It lives as long as its command and belongs to its one thread.
final class LiveCore {
  /// What a reading of the agent's replies has brought.
  struct News {
    /// Lines for the transcript.
    var finished: [String] = []
    /// Text that was not heard and that its user may want to send again.
    var returned: [String] = []
  }

  /// How many agents that go as soon as they have come are replaced.
  private static let mostShortLives = 3

  private(set) var scene = LiveScene()
  private(set) var options: LiveOptions
  private(set) var own = OwnLines()
  var typeAhead: TypeAhead
  /// What of the line being typed is ready to be spoken.
  var ready: () -> String = { "" }

  private let paths: XDGPaths
  private var link: AgentLink
  private var news = News()
  /// The user's utterances whose end one of the two connections has told of, and the other has not.
  private var endedOnce: Set<Int> = []
  /// How many agents in a row have gone soon after they had come.
  private var shortLives = 0
  private var lastConnection = ContinuousClock.now
  /// A Boolean value that indicates whether the agent has begun to tell of what happens.
  private var isTold = false
  /// The status of the first line that could not be said.
  private(set) var failure: ExitStatus?

  init(options: LiveOptions, paths: XDGPaths) {
    self.options = options
    self.paths = paths
    typeAhead = TypeAhead(options.unit)
    link = AgentLink(paths: paths)
    scene.unit = options.unit
  }

  /// What to wait on beside the keyboard.
  var descriptors: (speech: Int32, control: Int32) { link.descriptors }

  /// A Boolean value that indicates whether everything that was given to be spoken is over, and shown to be.
  var isIdle: Bool { own.lines.isEmpty && endedOnce.isEmpty }

  /// Returns what has come since the last call.
  func takeNews() -> News {
    defer { news = News() }
    return news
  }

  /// Adds a line to the transcript.
  func note(_ line: String) { news.finished.append(line) }

  // MARK: Speaking

  /// Speaks a text.
  func speak(_ text: String, _ placement: SayRequest.Placement) {
    speak(options.request(text, placement))
  }

  /// Says once more what was heard last.
  func repeatLast() {
    guard let last = scene.last else { return note("– nothing was heard yet") }
    var request = options.request(last.text, .next)
    if !last.voice.isEmpty { request.settings.voice = last.voice }
    speak(request)
  }

  /// Speaks what is ready of a line that is being typed, once it is its turn.
  func speakAhead() {
    guard own.typedLine == nil, !ready().isEmpty else { return }
    speak(options.request("", .end, isComplete: false))
  }

  /// Lets the rest of a typed line be spoken.
  func finishTypedLine(with rest: String) {
    if own.typedLine != nil { own.closeTypedLine(with: rest) } else if !rest.isBlank { speak(rest, .end) }
    showWaiting()
  }

  private func speak(_ request: SayRequest) {
    reconnectIfNeeded()
    own.add(request)
    send()
    showWaiting()
  }

  /// Sends what is to be said, once the agent tells of what happens: nothing of it shall go unseen.
  private func send() {
    guard isTold else { return }
    for action in own.send() { link.say(action) }
  }

  // MARK: Commanding

  /// Has the agent do something that concerns all that is spoken.
  func command(_ action: Request.Action) {
    reconnectIfNeeded()
    link.command(action)
  }

  /// Ends everything that is said or waits.
  func stop() { command(.stop) }

  /// Holds the speech, or lets it go on.
  func togglePause() {
    command(scene.isPaused || scene.report?.speech.state == .paused ? .resume : .pause)
  }

  /// Changes the unit that is spoken while a line is typed.
  func setUnit(_ unit: TypeAhead.Unit?) {
    typeAhead.unit = unit
    scene.unit = unit
  }

  /// Changes how further lines are spoken.
  func change(_ change: (inout SpeechSettings) -> Void) { change(&options.settings) }

  /// Notes that the user wants to leave when everything was heard.
  func leaveWhenIdle() { scene.isLeaving = true }

  // MARK: The agent

  /// Connects to the agent; what stands in the way is shown.
  func connect() {
    lastConnection = .now
    isTold = false
    do throws(Failure) {
      try link.connect()
      scene.trouble = nil
    } catch {
      fail(error)
    }
  }

  private func reconnectIfNeeded() {
    guard !link.isConnected else { return }
    shortLives = 0
    connect()
  }

  /// Reads what the agent has sent, as `poll` has told for the two descriptors.
  func receive(speech: Bool, control: Bool) {
    do throws(Failure) {
      var isGone = false
      if speech { isGone = !link.receiveSpeech() }
      if control { isGone = !link.receiveControl() || isGone }
      // The user's own lines first: they know the text of what the other connection tells of.
      while let reply = try link.speechReply() { follow(speech: reply) }
      while let reply = try link.controlReply() { follow(control: reply) }
      if isGone { replaceAgent() }
    } catch {
      fail(error)
    }
    showWaiting()
  }

  private func replaceAgent() {
    link.disconnect()
    endedOnce = []
    scene.forgetAgent()
    guard own.noteLoss() else {
      giveUp()
      return connect()
    }
    shortLives = lastConnection.duration(to: .now) < .seconds(10) ? shortLives + 1 : 0
    guard shortLives <= Self.mostShortLives else {
      return fail(Failure(.agentEndsAtOnce(log: paths.log)))
    }
    connect()
  }

  private func fail(_ failure: Failure) {
    link.disconnect()
    endedOnce = []
    scene.forgetAgent()
    scene.trouble = "\(failure.message)\(failure.next.map { ". Next: \($0)" } ?? "")"
    giveBack(own.giveUp())
  }

  private func giveUp() {
    note("– the agent was lost again and again while it spoke this")
    giveBack(own.giveUp())
  }

  private func noteEnd(in reply: Reply, isOwn: (Int) -> Bool) {
    guard case .event(.utterance(let event)) = reply else { return }
    switch event.kind {
    case .finished, .cancelled:
      if endedOnce.remove(event.id) == nil, isOwn(event.id) { endedOnce.insert(event.id) }
    default: break
    }
  }

  private func follow(speech reply: Reply) {
    noteEnd(in: reply) { _ in true }
    switch reply {
    case .more(let id):
      let ready = own.line(of: id)?.closing == nil ? self.ready() : ""
      guard let action = own.piece(for: id, ready: ready) else { return }
      typeAhead.take(ready)
      link.say(action)
    case .event(let event): if case .warning(let text) = event.utterance?.kind { note("– \(text)") }
    default: break
    }
    guard let (line, ending) = own.follow(reply) else {
      if case .event(.utterance(let event)) = reply, let line = own.line(of: event.id) {
        scene.setText(line.text, of: event.id)
      }
      return
    }
    end(line, ending)
  }

  private func end(_ line: OwnLines.Line, _ ending: OwnLines.Ending) {
    let isTyped = !line.request.isComplete && line.closing == nil
    switch ending {
    case .heard: break
    case .refused(let error):
      let refusal = Failure(error)
      note("– not said: \(refusal.message)\(Self.advice(on: refusal))")
      failure = failure ?? refusal.status
      if isTyped { typeAhead.waitForEnter() } else { giveBack([line]) }
    case .cancelled(let reason):
      switch reason {
      case .callEnded, .permissionWithdrawn, .serverLost, .failed:
        failure = failure ?? (reason == .permissionWithdrawn ? .noPermission : .temporaryFailure)
        if isTyped { typeAhead.waitForEnter(unheard: line.rest) } else { giveBack([line]) }
      case .stopped, .skipped, .replaced: break
      }
    }
  }

  /// Gives a text back that its user may want to change.
  func giveBack(_ text: String) { news.returned.append(text) }

  private func giveBack(_ lines: [OwnLines.Line]) {
    news.returned += lines.map { $0.rest + ($0.closing ?? "") }.filter { !$0.isBlank }
    showWaiting()
  }

  private func follow(control reply: Reply) {
    noteEnd(in: reply) { own.line(of: $0) != nil }
    switch reply {
    case .status(let report):
      scene.report = report
      isTold = true
      send()
    case .event(let event):
      let own = own
      if let line = scene.follow(event, text: { own.line(of: $0)?.text }) { note(line) }
    case .done(let remark): if let remark { note("– \(remark.message)") }
    case .failed(let error):
      let failure = Failure(error)
      note("– \(failure.message)\(Self.advice(on: failure))")
    case .more, .outdated: break
    }
  }

  private func showWaiting() {
    scene.waiting = own.lines.filter { !$0.hasBegun && $0.id != scene.heard?.id }
      .map { $0.text + ($0.closing ?? "") }.filter { !$0.isBlank }
  }

  /// What the user can type, in `live` or in another terminal.
  private static func advice(on failure: Failure) -> String {
    switch failure.status {
    case .configuration: ". Type /enable to switch it on, then Enter again"
    case .temporaryFailure: "; Enter sends it again"
    default: failure.next.map { ". Next: \($0)" } ?? ""
    }
  }
}

extension String {
  /// A Boolean value that indicates whether there is nothing to see in it.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
