import SpeakCallKit

/// An actor that speaks utterances one after the other, each whole, whoever they come from.
///
/// It writes ahead of the ear: the next utterance is synthesized while the last one is still heard, so nothing opens
/// between the two but the pause that is wanted.
actor SpeechQueue {
  /// Asks whether an utterance would be heard; before it is taken and again before it is spoken.
  typealias Gate = @Sendable () async throws(CallAudioError) -> Void

  /// The pause between two utterances that follow on each other, in frames; a breath, as between two sentences.
  private static let pause = Injector.sampleRate / 5

  /// How long a server that went away, or a call that went with it, is waited for.
  private static let patience = Duration.seconds(10)

  let speech: Speech
  let injector: Injector
  private let gate: Gate
  private let publish: @Sendable (AgentEvent) -> Void
  private let speaking: @Sendable (Bool) async -> Void

  /// What has not been begun, in the order in which it will be spoken.
  private var waiting: [Utterance] = []
  /// What waits for a call.
  private var parked: [Utterance] = []
  /// What is being synthesized.
  private var writing: Utterance?
  /// What is written, in whole or in part, and not heard to its end.
  private var sounding: [Utterance] = []
  private var lastID = 0
  /// What was begun in an earlier epoch is not to be heard any more.
  var epoch = 0
  /// The utterance after whose end the sound of a cancelled one is to be cut.
  private var silenceAfter: Int?
  private var arrival: CheckedContinuation<Void, Never>?
  private var wasSpeaking = false
  /// Ends the wait while nothing is spoken though something waits.
  private var suspension: Task<Void, Never>?

  /// Creates a queue that speaks through `injector`; `speaking` is told when speech begins and when all of it is over.
  init(
    speech: Speech, injector: Injector, gate: @escaping Gate, publish: @escaping @Sendable (AgentEvent) -> Void,
    speaking: @escaping @Sendable (Bool) async -> Void
  ) {
    self.speech = speech
    self.injector = injector
    self.gate = gate
    self.publish = publish
    self.speaking = speaking
  }

  private var heardOrWritten: [Utterance] {
    sounding + [writing].compactMap { $0 }.filter { writing in !sounding.contains { $0 === writing } }
  }

  /// A Boolean value that indicates whether anything waits for its turn.
  var hasNext: Bool { !waiting.isEmpty }

  private var all: [Utterance] { heardOrWritten + waiting + parked }

  /// The utterance that is heard, or about to be.
  var current: (id: Int, text: String)? { heardOrWritten.first.map { ($0.id, $0.request.text) } }

  /// How many utterances wait behind the current one.
  var count: Int { all.count - (current == nil ? 0 : 1) }

  /// A Boolean value that indicates whether nothing is spoken and nothing waits.
  var isIdle: Bool { all.isEmpty }

  /// Takes an utterance into the queue; tells its owner `queued` and all that follows.
  func add(_ request: SayRequest, owner: Utterance.Owner) async throws(Refusal) {
    do { _ = try await speech.check(request.settings) } catch { throw Refusal(error) }
    var isHeard = true
    do { try await gate() } catch {
      guard request.waitForCall != nil, error.mayPass else { throw Refusal(error) }
      isHeard = false
    }
    lastID += 1
    let utterance = Utterance(id: lastID, owner: owner, request: request)
    tell(utterance, .queued(id: utterance.id))
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

  private func enqueue(_ utterance: Utterance) async {
    switch utterance.request.placement {
    case .end: waiting.insert(utterance, at: placeAtEnd(for: utterance.owner.connection))
    case .next: waiting.insert(utterance, at: 0)
    case .now:
      if let current { await cancel(.replaced) { $0.id == current.id } }
      waiting.insert(utterance, at: 0)
    }
    wake()
  }

  private func wake() {
    arrival?.resume()
    arrival = nil
  }

  /// What one caller says piece by piece stays together.
  private func placeAtEnd(for connection: Int) -> Int {
    if let last = waiting.lastIndex(where: { $0.owner.connection == connection }) { return last + 1 }
    return heardOrWritten.last?.owner.connection == connection ? 0 : waiting.count
  }

  private func park(_ utterance: Utterance) {
    parked.append(utterance)
    guard let seconds = utterance.request.waitForCall, seconds >= 0 else { return }
    Task { [id = utterance.id] in
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
      guard let utterance = parked.first(where: { $0.id == id }) else { return }
      end(
        utterance, .callEnded,
        because: Refusal(
          .temporaryFailure, "no call became active within \(seconds) seconds", next: "speakcall status"))
    }
  }

  /// Speaks until the task is cancelled.
  func run() async {
    let ear = Task { for await heard in injector.heard { await self.heard(heard) } }
    defer { ear.cancel() }
    while !Task.isCancelled {
      guard !waiting.isEmpty, !isSuspended else {
        await withCheckedContinuation { arrival = $0 }
        continue
      }
      let utterance = waiting.removeFirst()
      writing = utterance
      await speak(utterance)
      writing = nil
      await tellWhetherSpeaking()
    }
  }

  private func speak(_ utterance: Utterance) async {
    let epoch = self.epoch
    do throws(Interruption) {
      do { try await gate() } catch { throw Self.interruption(error) }
      if await injector.isSounding { try await write([Int16](repeating: 0, count: Self.pause), epoch: epoch) }
      guard utterance.cancelReason == nil else { return }
      sounding.append(utterance)
      await tellWhetherSpeaking()
      try await write(utterance, epoch: epoch)
    } catch {
      guard utterance.cancelReason == nil else { return }
      switch error {
      case .cut: speakAgain(utterance)
      case .lost(let reason):
        speakAgain(utterance)
        await suspend(because: Refusal(.noServer(reason: reason)))
        await resumeIfHeard()
      case .refused(let refusal, let reason):
        let isHeard = sounding.contains { $0 === utterance }
        end(utterance, reason, because: refusal)
        if isHeard { await cut() }
      }
    }
  }

  /// Puts back an utterance that was cut before its first sample was heard, because it stood behind one that ended.
  private func speakAgain(_ utterance: Utterance) {
    sounding.removeAll { $0 === utterance }
    guard utterance.isResumable else {
      return end(
        utterance, .serverLost, because: Refusal(.unavailable, "SSML cannot be taken up in the middle of its text"))
    }
    utterance.goBack()
    let place = utterance.hasBegun ? 0 : waiting.prefix { $0.request.placement != .end || $0.hasBegun }.count
    waiting.insert(utterance, at: place)
  }

  /// Stops speaking for a while with everything kept: what is heard goes on from its last word after ``resume()``.
  ///
  /// After `patience`, unless it is nil, all utterances are ended because of the lost server. A later suspension replaces
  /// the earlier one.
  func suspend(for patience: Duration? = SpeechQueue.patience, because refusal: Refusal? = nil) async {
    let wasSuspended = isSuspended
    suspension?.cancel()
    suspension = Task {
      do { try await Task.sleep(for: patience ?? .seconds(Int32.max)) } catch { return }
      for utterance in all {
        end(utterance, .serverLost, because: refusal ?? Refusal(.serverLost, utterance: utterance))
      }
      resume()
    }
    guard !wasSuspended else { return }
    await silence()
    await tellWhetherSpeaking()
  }

  /// Speaks on after ``suspend(for:because:)``.
  func resume() {
    suspension?.cancel()
    suspension = nil
    wake()
  }

  /// Speaks on if only the stream was lost, and neither the server nor the call.
  private func resumeIfHeard() async {
    // What else was lost shows at the latest when the gate asks the server.
    do { try await gate() } catch { return }
    resume()
  }

  /// A Boolean value that indicates whether speech is suspended.
  var isSuspended: Bool { suspension != nil }

  /// A Boolean value that indicates whether something would be spoken if speech were not suspended.
  var isPaused: Bool { isSuspended && !isIdle }

  private func heard(_ heard: Injector.HeardMark) async {
    guard let utterance = sounding.first(where: { $0.id == heard.mark.utterance }) else { return }
    switch heard.mark.kind {
    case .began:
      if utterance.begin() {
        if let quote = utterance.request.quote {
          tell(utterance, .quote(id: utterance.id, speaker: quote.speaker, line: quote.line))
        }
        tell(
          utterance,
          .started(id: utterance.id, text: utterance.request.text, voice: utterance.voice, clock: heard.clock))
      } else {
        tell(
          utterance, .resumed(id: utterance.id, offset: utterance.resumption, time: heard.time, clock: heard.clock))
      }
    case .word(let offset, let length):
      utterance.hear(offset: offset, length: length, at: heard.time)
      tell(utterance, .word(id: utterance.id, offset: offset, length: length, time: heard.time))
    case .ended:
      sounding.removeAll { $0 === utterance }
      tell(utterance, .finished(id: utterance.id, seconds: heard.time))
      if silenceAfter == utterance.id { await silence() }
      await tellWhetherSpeaking()
    case .stuck:
      end(
        utterance, .failed,
        because: Refusal(.failure, "the sound server stopped playing in mid-sentence", next: "pactl list short sinks"))
      await silence()
      await tellWhetherSpeaking()
    }
  }

  /// Ends all utterances that `isMeant` picks, the one being heard included, at once.
  func cancel(_ reason: AgentEvent.CancelReason, where isMeant: (Utterance) -> Bool) async {
    let first = sounding.first
    let meant = all.filter { isMeant($0) && $0.cancelReason == nil }
    let isWritten = meant.contains { utterance in sounding.contains { $0 === utterance } }
    for utterance in meant { end(utterance, reason, because: Refusal(reason, utterance: utterance)) }
    if let first, first.cancelReason != nil { await silence() } else if isWritten { await cut() }
    await tellWhetherSpeaking()
  }

  /// Tells everybody who waits for an utterance of something that concerns them all.
  func announce(_ event: AgentEvent) {
    var told: Set<Int> = []
    for utterance in all where told.insert(utterance.owner.connection).inserted {
      utterance.owner.tell(.event(event))
    }
  }

  /// Ends the utterance that is heard, or about to be; tells whether there was one.
  func skip() async -> Bool {
    guard let current else { return false }
    await cancel(.skipped) { $0.id == current.id }
    return true
  }

  /// Ends everything; tells how many utterances there were.
  func stop(_ reason: AgentEvent.CancelReason = .stopped) async -> Int {
    let count = all.count
    await cancel(reason) { _ in true }
    return count
  }

  /// Cuts the sound of an utterance that was ended, but not that of the one before it, which is heard to its end.
  private func cut() async {
    guard let first = sounding.first, first.hasBegun else { return await silence() }
    epoch += 1
    silenceAfter = first.id
  }

  private func silence() async {
    epoch += 1
    silenceAfter = nil
    for utterance in sounding.reversed() where utterance !== writing { speakAgain(utterance) }
    await injector.stop(beginning: epoch)
    wake()
  }

  private func end(_ utterance: Utterance, _ reason: AgentEvent.CancelReason, because refusal: Refusal) {
    utterance.cancel(reason)
    waiting.removeAll { $0 === utterance }
    parked.removeAll { $0 === utterance }
    sounding.removeAll { $0 === utterance }
    tell(utterance, .cancelled(id: utterance.id, reason: reason, spoken: utterance.spoken))
    utterance.owner.tell(.failed(refusal))
  }

  func tell(_ utterance: Utterance, _ event: AgentEvent) {
    utterance.owner.tell(.event(event))
    publish(event)
  }

  private func tellWhetherSpeaking() async {
    let isSpeaking = !sounding.isEmpty
    guard isSpeaking != wasSpeaking else { return }
    wasSpeaking = isSpeaking
    await speaking(isSpeaking)
  }
}
