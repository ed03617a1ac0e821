import CallRouting
import SpeakCallProtocol
import SpeechInjection
import SpeechSynthesis

/// An actor that speaks utterances one after the other, each whole, whoever they come from.
///
/// ``QueueState`` decides; this carries out its effects and runs the writer. It writes ahead of the ear: the next
/// utterance is synthesized while the last one is still heard, so only the wanted pause is between the two.
actor SpeechQueue {
  /// The way to and from the rest of the agent.
  struct Environment: Sendable {
    /// Fails unless an utterance would be heard; asked before it is added and again before it is spoken.
    var gate: @Sendable () async throws(CallAudioError) -> Void
    /// Fails unless speech is permitted; asked again before each further piece of a text.
    var permission: @Sendable () throws(CallAudioError) -> Void = {}
    /// Reports an event to all followers.
    var publish: @Sendable (AgentEvent) -> Void
    /// Called with `true` when speech begins and with `false` when all of it is over.
    var speaking: @Sendable (Bool) async -> Void
    /// Returns whether texts that the end of a call cut short wait for the next one.
    var keepsAfterCall: @Sendable () -> Bool = { false }
  }

  /// The longest wait for a lost server, or for a call that went with it.
  private static let patience = Duration.seconds(10)

  private let speech: Speech
  private let injector: Injector
  private let environment: Environment
  private var state = QueueState()
  /// The ways to send replies, by connection.
  private var callers: [Int: @Sendable (Reply) -> Void] = [:]
  private var idleWriter: CheckedContinuation<Void, Never>?
  private var waitingReader: (utterance: Int, continuation: CheckedContinuation<Void, Never>)?
  private var serverTimer: Task<Void, Never>?
  private var wasSpeaking = false

  /// Creates a queue that speaks through `injector`.
  init(speech: Speech, injector: Injector, environment: Environment) {
    self.speech = speech
    self.injector = injector
    self.environment = environment
  }

  /// The reason that nobody would hear speech now, if there is one.
  var absence: QueueState.Absence? { state.absence }

  /// A Boolean value that indicates whether nothing is spoken and nothing waits.
  var isIdle: Bool { state.isIdle }

  /// The queue as status shows it.
  var status: StatusReport.Speech { state.status }

  /// A Boolean value that indicates whether texts that the end of a call cut short wait for the next one.
  nonisolated var keepsAfterCall: Bool { environment.keepsAfterCall() }

  // MARK: Requests

  /// Adds an utterance; `send` gets `queued`, then the warning if there is one, and all that follows.
  func add(
    _ request: SayRequest, connection: Int, warning: String? = nil, send: @escaping @Sendable (Reply) -> Void
  ) async throws(AgentError) {
    try QueueState.check(request)
    do { _ = try await speech.check(request.settings) } catch { throw .speech(error) }
    var isHeard = true
    do { try await environment.gate() } catch {
      guard request.waitForCall != nil, error.mayPass else { throw .call(error) }
      isHeard = false
    }
    callers[connection] = send
    await change { $0.add(request, connection: connection, isHeard: isHeard, warning: warning) }
  }

  /// Adds text to an utterance whose caller was asked for more.
  func append(_ text: String, isLast: Bool, to id: Int, connection: Int) async {
    await change { $0.append(text, isLast: isLast, to: id, connection: connection) }
  }

  /// Ends the utterances that `isMeant` picks.
  func cancel(_ reason: CancelReason, where isMeant: (Utterance) -> Bool) async {
    await change { $0.cancel(reason, where: isMeant) }
  }

  /// Ends the utterances of a closed connection, except those that were left to be spoken.
  func forget(connection: Int) async {
    await change { state in
      state.cancel(.stopped) { $0.connection == connection && !$0.request.isDetached }
      state.forget(connection: connection)
    }
    callers[connection] = nil
  }

  /// Ends the utterance that is heard, about to be, or held; returns whether there was one.
  func skip() async -> Bool { await change { $0.skip() } }

  /// Ends everything, including a pause; returns whether there was anything.
  func stop(_ reason: CancelReason = .stopped) async -> Bool { await change { $0.stop(reason) } }

  /// Silences speech at once, in mid-word, until ``resume()``.
  func pause() async -> QueueState.PauseResult { await change { $0.pause() } }

  /// Ends the user's pause; returns whether there was one.
  func resume() async -> Bool { await change { $0.resume() } }

  /// Returns the request that repeats the utterance that was heard last, and when that began.
  func repetition() throws(AgentError) -> (request: SayRequest, clock: Double)? { try state.repetition() }

  /// Moves utterances that waited for a call into the queue.
  func callBecameActive() async { await change { $0.callBecameActive() } }

  /// Silences speech that nobody would hear.
  func hold(for absence: QueueState.Absence) async { await change { $0.hold(for: absence) } }

  /// Resumes speech after ``hold(for:)``.
  func becomeHeard() async { await change { $0.becomeHeard() } }

  /// Reports an event that concerns everybody who waits for an utterance.
  func announce(_ event: AgentEvent) async { await change { $0.announce(event) } }

  // MARK: Speaking

  /// Speaks until the task is cancelled.
  func run() async {
    let ear = Task { for await mark in injector.heard { await self.hear(mark) } }
    defer { ear.cancel() }
    while !Task.isCancelled {
      guard let turn = state.takeTurn() else {
        await withCheckedContinuation { idleWriter = $0 }
        continue
      }
      let writer = UtteranceWriter(turn: turn, speech: speech, injector: injector)
      var end = await writer.run(for: self)
      if case .refused(_, .callEnded) = end, environment.keepsAfterCall() { end = .kept }
      await change { $0.endWriting(of: turn.utterance.id, end) }
      switch end {
      case .lost, .kept: await becomeHeardIfOpen()
      case .complete, .cut, .refused: break
      }
    }
  }

  /// Resumes speech if only the stream was lost, and neither the server nor the call.
  private func becomeHeardIfOpen() async {
    // Any other loss shows at the latest when the gate asks the server.
    do { try await environment.gate() } catch {
      // Waiting does not help where the only output leads into a call: the next turn reports that.
      guard case .outputLeadsIntoCall = error else { return }
    }
    await becomeHeard()
  }

  private func hear(_ heard: Injector.HeardMark) async {
    let id = heard.mark.utterance
    await change { state in
      switch heard.mark.kind {
      case .began: state.heardBeginning(of: id, at: heard.time, clock: heard.clock)
      case .word(let offset, let length): state.heardWord(of: id, offset: offset, length: length, at: heard.time)
      case .level(let level): state.heardLevel(of: id, level, at: heard.time)
      case .ended: state.heardEnd(of: id, at: heard.time, clock: heard.clock)
      case .stuck: state.playbackStalled(in: id)
      }
    }
  }

  // MARK: The writer's side

  /// Fails unless the utterance that is about to be written would be heard.
  func checkGate() async throws(CallAudioError) { try await environment.gate() }

  /// Fails unless speech is still permitted.
  func checkPermission() throws(CallAudioError) { try environment.permission() }

  /// Returns whether sound of an epoch may still be written.
  func isCurrent(_ epoch: Int) -> Bool { epoch == state.epoch }

  /// Returns the seconds of silence that are missing before an utterance.
  func pause(before utterance: Utterance, isSounding: Bool, clock: Double) -> Double {
    state.pause(before: utterance, isSounding: isSounding, clock: clock)
  }

  /// Notes that the first sample is about to be written; returns `false` if it must not be.
  func beginSound(of id: Int, epoch: Int) async -> Bool { await change { $0.beginSound(of: id, epoch: epoch) } }

  /// Notes the voice that speaks, and reports warnings.
  func note(voice: String? = nil, warnings: [String], of id: Int) async {
    await change { state in
      if let voice { state.utterances[id]?.voice = voice }
      guard let utterance = state.utterances[id] else { return }
      for warning in warnings { state.report(.warning(warning), of: utterance) }
    }
  }

  /// Waits for the next piece of text; returns `nil` at the end and when the sound was cut meanwhile.
  func nextPiece(of id: Int) async -> Utterance.NextPiece {
    while true {
      let next = state.nextPiece(of: id)
      guard next == .awaited else { return next }
      await withCheckedContinuation { continuation in
        waitingReader = (id, continuation)
        for effect in state.takeEffects() { performAtOnce(effect) }
      }
    }
  }

  // MARK: Effects

  /// Changes the state and carries out the effects.
  private func change<Value>(_ body: (inout QueueState) -> Value) async -> Value {
    let value = body(&state)
    for effect in state.takeEffects() {
      if case .flush(let epoch) = effect { await injector.stop(beginning: epoch) } else { performAtOnce(effect) }
    }
    let isSpeaking = state.isSounding
    if isSpeaking != wasSpeaking {
      wasSpeaking = isSpeaking
      await environment.speaking(isSpeaking)
    }
    return value
  }

  private func performAtOnce(_ effect: QueueState.Effect) {
    switch effect {
    case .send(let reply, let connection): callers[connection]?(reply)
    case .publish(let event): environment.publish(event)
    case .wakeWriter:
      idleWriter?.resume()
      idleWriter = nil
    case .wakeReader(let utterance):
      guard let reader = waitingReader, reader.utterance == utterance else { return }
      waitingReader = nil
      reader.continuation.resume()
    case .startCallTimer(let utterance, let seconds):
      Task {
        do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
        await change { $0.callTimerFired(for: utterance) }
      }
    case .startServerTimer:
      serverTimer?.cancel()
      serverTimer = Task {
        do { try await Task.sleep(for: Self.patience) } catch { return }
        await change { $0.serverTimerFired() }
      }
    case .cancelServerTimer:
      serverTimer?.cancel()
      serverTimer = nil
    case .flush: preconditionFailure("a flush is awaited")
    }
  }
}
