import CallRouting
import SpeakCallProtocol
import SpeechInjection
import SpeechSynthesis

/// An actor that speaks utterances one after the other, each whole, whoever they come from.
///
/// It writes ahead of the ear: the next utterance is synthesized while the last one is still heard, so nothing opens
/// between the two but the pause that is wanted.
actor SpeechQueue {
  /// Asks whether an utterance would be heard; before it is taken and again before it is spoken.
  typealias Gate = @Sendable () async throws(CallAudioError) -> Void

  let speech: Speech
  let injector: Injector
  let gate: Gate
  private let publish: @Sendable (AgentEvent) -> Void
  private let speaking: @Sendable (Bool) async -> Void

  /// What has not been begun, or was held, in the order in which it will be spoken.
  var waiting: [Utterance] = []
  /// What waits for a call.
  var parked: [Utterance] = []
  /// What is being synthesized.
  private(set) var writing: Utterance?
  /// What is written, in whole or in part, and not heard to its end.
  var sounding: [Utterance] = []
  private var lastID = 0
  private var lastTurn = 0
  /// What was begun in an earlier epoch is not to be heard any more.
  var epoch = 0
  /// The utterance after whose end the sound of a cancelled one is to be cut.
  var silenceAfter: Int?
  private var arrival: CheckedContinuation<Void, Never>?
  private var wasSpeaking = false
  /// The utterance that was heard last, or is being heard.
  var lastHeard: (utterance: Utterance, clock: Double)?
  /// The end of the sound that was heard to its end last, and the connection that it was for.
  var lastEnd: (connection: Int, clock: Double)?

  /// A Boolean value that indicates whether the user holds the speech.
  var isPaused = false
  /// The connections that speak on when the user lets go, so that a pause without anybody left ends by itself.
  var pausedConnections: Set<Int> = []
  /// Why nobody would hear speech, though somebody is about to again.
  var absence: Absence?
  /// Ends the wait for a server that went away.
  var patienceTask: Task<Void, Never>?

  /// Tells whether what a call cut short waits for the next one.
  let keepsAfterCall: @Sendable () -> Bool

  /// Creates a queue that speaks through `injector`; `speaking` is told when speech begins and when all of it is over.
  init(
    speech: Speech, injector: Injector, gate: @escaping Gate, publish: @escaping @Sendable (AgentEvent) -> Void,
    speaking: @escaping @Sendable (Bool) async -> Void, keepsAfterCall: @escaping @Sendable () -> Bool = { false }
  ) {
    self.speech = speech
    self.injector = injector
    self.gate = gate
    self.publish = publish
    self.speaking = speaking
    self.keepsAfterCall = keepsAfterCall
  }

  /// Takes an utterance into the queue; tells its owner `queued`, then the warning if there is one, and all that follows.
  func add(_ request: SayRequest, owner: Utterance.Owner, warning: String? = nil) async throws(AgentError) {
    try request.check()
    do { _ = try await speech.check(request.settings) } catch { throw .speech(error) }
    var isHeard = true
    do { try await gate() } catch {
      guard request.waitForCall != nil, error.mayPass else { throw .call(error) }
      isHeard = false
    }
    lastID += 1
    let utterance = Utterance(id: lastID, owner: owner, request: request)
    tell(utterance, .queued)
    if let warning { tell(utterance, .warning(warning)) }
    if request.isHeld == true { await pauseAgain() }
    if isHeard { await enqueue(utterance) } else { park(utterance) }
  }

  /// Adds text to an utterance that asked for more.
  func append(_ text: String, isLast: Bool, to id: Int, connection: Int) {
    all.first { $0.id == id && $0.owner.connection == connection }?.append(text, isLast: isLast)
  }

  /// Lets utterances that waited for a call into the queue.
  func callBecameActive() async {
    let ready = parked
    parked = []
    for utterance in ready { await enqueue(utterance) }
  }

  private func park(_ utterance: Utterance) {
    parked.append(utterance)
    guard let seconds = utterance.request.waitForCall, seconds >= 0 else { return }
    Task { [id = utterance.id] in
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
      guard let utterance = parked.first(where: { $0.id == id }) else { return }
      end(
        utterance, .callEnded,
        because: .noCallInTime(seconds: seconds))
      endPauseIfForsaken()
    }
  }

  /// Speaks until the task is cancelled.
  func run() async {
    let ear = Task { for await heard in injector.heard { await self.heard(heard) } }
    defer { ear.cancel() }
    while !Task.isCancelled {
      guard let place = nextPlace else {
        await withCheckedContinuation { arrival = $0 }
        continue
      }
      let utterance = waiting.remove(at: place)
      lastTurn += 1
      utterance.turn = lastTurn
      writing = utterance
      await speak(utterance)
      writing = nil
      await tellWhetherSpeaking()
    }
  }

  /// Has ``run()`` look for something to speak.
  func wake() {
    arrival?.resume()
    arrival = nil
  }

  /// Tells the owner of an utterance and all who follow what happens.
  func tell(_ utterance: Utterance, _ kind: UtteranceEvent.Kind) {
    let event = AgentEvent.utterance(utterance.id, kind)
    utterance.owner.tell(.event(event))
    publish(event)
  }

  /// Tells everybody who waits for an utterance of something that concerns them all.
  func announce(_ event: AgentEvent) {
    var told: Set<Int> = []
    for utterance in all where told.insert(utterance.owner.connection).inserted {
      utterance.owner.tell(.event(event))
    }
  }

  /// Tells when speech begins and when it is over.
  func tellWhetherSpeaking() async {
    let isSpeaking = !sounding.isEmpty
    guard isSpeaking != wasSpeaking else { return }
    wasSpeaking = isSpeaking
    await speaking(isSpeaking)
  }
}
