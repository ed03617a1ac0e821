import CallRouting
import SpeakCallProtocol

/// The speech queue as a value: events go in, effects come out.
///
/// It knows no sound server and no clock. ``SpeechQueue`` reports what happened and carries out its effects in their
/// order. An utterance is in ``waiting`` or ``awaitingCall`` before it is written, in ``sounding`` from its first sample
/// until its last one was heard, and is ``writing`` meanwhile.
struct QueueState: Sendable {
  /// Something for ``SpeechQueue`` to do.
  enum Effect: Sendable, Equatable {
    case send(Reply, connection: Int)
    /// Reports an event to all followers.
    case publish(AgentEvent)
    /// Drops all sound that was written and not heard, and starts an epoch.
    case flush(epoch: Int)
    /// The writer looks for something to speak.
    case wakeWriter
    /// The writer, which waits for text of this utterance, asks again.
    case wakeReader(utterance: Int)
    case startCallTimer(utterance: Int, seconds: Double)
    case startServerTimer
    case cancelServerTimer
  }

  /// The reason that nobody would hear speech for a while.
  enum Absence: Sendable {
    case callOnHold
    case serverLost
  }

  /// The longest pause before an utterance, in seconds.
  private static let longestPause = 3600.0

  /// The utterances that are not over, by number.
  var utterances: [Int: Utterance] = [:]
  /// Utterances that were not begun, or were cut, in the order in which they will be spoken.
  var waiting: [Int] = []
  /// Utterances that wait for a call.
  var awaitingCall: [Int] = []
  /// The utterance that is being synthesized.
  var writing: Int?
  /// Utterances that are written, in whole or in part, and not heard to their end.
  var sounding: [Int] = []
  /// Sound of an earlier epoch is not to be heard any more.
  var epoch = 0
  /// The utterance after whose end the sound of a cancelled one is cut.
  var flushAfter: Int?

  /// A Boolean value that indicates whether the user paused speech.
  var isPaused = false
  /// The connections whose texts are paused: while one is left, the pause lasts.
  var pausedConnections: Set<Int> = []
  var absence: Absence?
  /// The error for the utterances that a lost server ends.
  var absenceError: AgentError?

  /// The utterance that was heard last, or is being heard, and when it began.
  var lastHeard: (utterance: Utterance, clock: Double)?
  /// The end of the last utterance that was heard to its end, and its connection.
  var lastEnd: (connection: Int, clock: Double)?

  private var effects: [Effect] = []
  /// The utterance that has just passed the gate and is spoken at once.
  private var cleared: Int?
  private var lastID = 0
  private var lastTurn = 0

  // MARK: What stands in the queue

  /// The utterances that are heard, written or synthesized, the one being heard first.
  var heardOrWritten: [Int] {
    sounding + [writing].compactMap { $0 }.filter { !sounding.contains($0) && utterances[$0] != nil }
  }

  /// All utterances in the order in which they will be heard; those that wait for a call are last.
  var all: [Utterance] { (heardOrWritten + waiting + awaitingCall).compactMap { utterances[$0] } }

  /// The utterance that is heard or about to be, or that will be first when speech resumes.
  var current: Int? { heardOrWritten.first ?? (isHeld ? waiting.first : nil) }

  /// A Boolean value that indicates whether nothing is spoken and nothing waits.
  var isIdle: Bool { heardOrWritten.isEmpty && waiting.isEmpty && awaitingCall.isEmpty }

  /// A Boolean value that indicates whether an utterance is heard, or written to be heard next.
  var isSounding: Bool { !sounding.isEmpty }

  /// A Boolean value that indicates whether nothing is spoken although something may wait.
  var isHeld: Bool { isPaused || absence != nil }

  // MARK: Effects

  /// Returns the effects of what happened since the last call, in their order.
  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  mutating func emit(_ effect: Effect) { effects.append(effect) }

  /// Reports an event of an utterance to its owner and to all followers.
  mutating func report(_ kind: UtteranceEvent.Kind, of utterance: Utterance) {
    let event = AgentEvent.utterance(utterance.id, kind)
    emit(.send(.event(event), connection: utterance.connection))
    emit(.publish(event))
  }

  /// Reports an event that concerns everybody who waits for an utterance.
  mutating func announce(_ event: AgentEvent) {
    var connections: [Int] = []
    for utterance in all where !connections.contains(utterance.connection) { connections.append(utterance.connection) }
    for connection in connections { emit(.send(.event(event), connection: connection)) }
  }

  // MARK: Adding

  /// Fails if a value of the request is out of range.
  static func check(_ request: SayRequest) throws(AgentError) {
    guard let pause = request.pauseBefore, !(0...longestPause).contains(pause) else { return }
    throw .pauseOutOfRange(seconds: "\(pause)", longest: Int(longestPause))
  }

  /// Adds an utterance; `isHeard` says that a call would hear it now, otherwise it waits for one.
  mutating func add(_ request: SayRequest, connection: Int, isHeard: Bool, warning: String? = nil) {
    lastID += 1
    let utterance = Utterance(id: lastID, connection: connection, request: request)
    utterances[utterance.id] = utterance
    report(.queued, of: utterance)
    if let warning { report(.warning(warning), of: utterance) }
    if request.isHeld == true, !isPaused, pause() == .nothingToPause { isPaused = true }
    if isHeard {
      if isIdle, !isHeld { cleared = utterance.id }
      return enqueue(utterance)
    }
    awaitingCall.append(utterance.id)
    if let seconds = request.waitForCall, seconds >= 0 {
      emit(.startCallTimer(utterance: utterance.id, seconds: seconds))
    }
  }

  /// Adds text to an utterance whose caller was asked for more.
  mutating func append(_ text: String, isLast: Bool, to id: Int, connection: Int) {
    guard utterances[id]?.connection == connection else { return }
    if utterances[id]?.append(text, isLast: isLast) ?? false { emit(.wakeReader(utterance: id)) }
    if lastHeard?.utterance.id == id, let utterance = utterances[id] { lastHeard?.utterance = utterance }
  }

  /// Moves utterances that waited for a call into the queue.
  mutating func callBecameActive() {
    let ready = awaitingCall
    awaitingCall = []
    for id in ready { if let utterance = utterances[id] { enqueue(utterance) } }
  }

  /// Ends an utterance that has waited for a call for as long as its caller wanted.
  mutating func callTimerFired(for id: Int) {
    guard awaitingCall.contains(id), let utterance = utterances[id] else { return }
    end(utterance, .callEnded, because: .noCallInTime(seconds: utterance.request.waitForCall ?? 0))
    endPauseIfForsaken()
  }

  private mutating func enqueue(_ utterance: Utterance) {
    switch utterance.request.placement {
    case .end: waiting.insert(utterance.id, at: placeAtEnd(for: utterance.connection))
    case .next: waiting.insert(utterance.id, at: hasBegun(waiting.first) ? 1 : 0)
    case .now:
      let replaced = isHeld ? sounding.first : current
      utterances[utterance.id]?.isUrgent = isPaused
      // Before the other is ended: otherwise the writer would begin what waits behind that.
      waiting.insert(utterance.id, at: 0)
      if let replaced { cancel(.replaced) { $0.id == replaced } }
    }
    if isPaused, let utterance = utterances[utterance.id], !utterance.isUrgent { notePaused(utterance) }
    emit(.wakeWriter)
  }

  func hasBegun(_ id: Int?) -> Bool { id.flatMap { utterances[$0] }?.hasBegun ?? false }

  /// The place behind the texts of the same caller, which stay together.
  private func placeAtEnd(for connection: Int) -> Int {
    if let last = waiting.lastIndex(where: { utterances[$0]?.connection == connection }) { return last + 1 }
    return heardOrWritten.last.flatMap { utterances[$0] }?.connection == connection ? 0 : waiting.count
  }

  // MARK: Writing

  /// A turn of the writer.
  struct Turn: Sendable {
    let utterance: Utterance
    let epoch: Int
    /// A Boolean value that indicates whether the utterance has just passed the gate.
    let isCleared: Bool
  }

  /// Takes the utterance whose turn it is; during a pause, only one that was added as urgent meanwhile.
  mutating func takeTurn() -> Turn? {
    guard absence == nil else { return nil }
    let place = isPaused ? waiting.firstIndex { utterances[$0]?.isUrgent ?? false } : waiting.indices.first
    guard let place else { return nil }
    let id = waiting.remove(at: place)
    lastTurn += 1
    utterances[id]?.turn = lastTurn
    writing = id
    defer { cleared = nil }
    return utterances[id].map { Turn(utterance: $0, epoch: epoch, isCleared: id == cleared) }
  }
}
