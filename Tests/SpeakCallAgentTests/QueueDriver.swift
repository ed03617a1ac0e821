import Testing

@testable import SpeakCallAgent
@testable import SpeakCallProtocol
@testable import SpeechSynthesis
@testable import TextProcessing

/// A writer, an ear and callers for a ``QueueState``, which keep a record and check what must hold after each step.
final class QueueDriver {
  private(set) var state = QueueState()
  /// The kinds of events of each utterance, in their order.
  private(set) var events: [Int: [UtteranceEvent.Kind]] = [:]
  private(set) var errors: [Int: [AgentError]] = [:]
  private(set) var others: [Reply] = []
  private(set) var effects: [QueueState.Effect] = []
  /// The utterance that the writer writes, and the epoch in which it began.
  private(set) var turn: QueueState.Turn?
  /// The utterances whose last sample was heard, in their order.
  private(set) var heard: [Int] = []
  private var clock = 100.0

  // MARK: Callers

  func say(
    _ text: String = "one two three", _ placement: SayRequest.Placement = .end, connection: Int = 1,
    isHeard: Bool = true, _ change: (inout SayRequest) -> Void = { _ in }
  ) {
    var request = SayRequest(text: text, settings: SpeechSettings(), placement: placement)
    change(&request)
    perform { $0.add(request, connection: connection, isHeard: isHeard) }
  }

  @discardableResult
  func perform<Value>(_ body: (inout QueueState) -> Value) -> Value {
    let value = body(&state)
    for effect in state.takeEffects() { note(effect) }
    checkConsistency()
    return value
  }

  private func note(_ effect: QueueState.Effect) {
    effects.append(effect)
    switch effect {
    case .send(.event(.utterance(let event)), _): events[event.id, default: []].append(event.kind)
    case .send(.failed(let error), let connection): errors[connection, default: []].append(error)
    case .send(let reply, _): others.append(reply)
    default: break
    }
  }

  /// Forgets the effects so far.
  func forgetEffects() { effects = [] }

  func skip() -> Bool { perform { $0.skip() } }
  func stop(_ reason: CancelReason = .stopped) -> Bool { perform { $0.stop(reason) } }
  func pause() -> QueueState.PauseResult { perform { $0.pause() } }
  func resume() -> Bool { perform { $0.resume() } }
  func nextPiece(of id: Int) -> Utterance.NextPiece { perform { $0.nextPiece(of: id) } }

  // MARK: The writer and the ear

  /// Takes a turn and writes all of it; returns whether there was something to write.
  @discardableResult
  func write() -> Bool {
    guard begin() else { return false }
    finishWriting()
    return true
  }

  /// Takes a turn and writes the beginning of it.
  @discardableResult
  func begin() -> Bool {
    guard turn == nil, let next = perform({ $0.takeTurn() }) else { return false }
    turn = next
    guard perform({ $0.beginSound(of: next.utterance.id, epoch: next.epoch) }) else {
      finishWriting()
      return true
    }
    while case .piece = perform({ $0.nextPiece(of: next.utterance.id) }) {}
    return true
  }

  /// Ends the writing of the turn as a writer would: cut if its epoch is over.
  func finishWriting(_ end: QueueState.WritingEnd? = nil) {
    guard let ended = turn else { return }
    turn = nil
    let isCut = ended.epoch != state.epoch || state.utterances[ended.utterance.id] == nil
    perform { $0.endWriting(of: ended.utterance.id, end ?? (isCut ? .cut : .complete)) }
  }

  /// Hears the beginning of the utterance that sounds first, and its word at `offset`.
  func hear(_ offset: Int = 4) {
    guard let id = state.sounding.first else { return }
    clock += 1
    perform { [clock] in $0.heardBeginning(of: id, at: 0, clock: clock) }
    perform { $0.heardWord(of: id, offset: offset, length: 3, at: 0.5) }
  }

  /// Hears the utterance that sounds first to its end, if all of it is written.
  func hearEnd() {
    guard let id = state.sounding.first, turn?.utterance.id != id else { return }
    if !state.hasBegun(id) { hear(0) }
    clock += 1
    heard.append(id)
    perform { [clock] in $0.heardEnd(of: id, at: 1, clock: clock) }
  }

  /// Writes and hears everything that can be heard.
  func playOut() {
    finishWriting()
    while write() || !state.sounding.isEmpty { hearEnd() }
  }

  // MARK: What must hold

  /// The numbers of the utterances that ended: finished or cancelled.
  var ended: Set<Int> { Set(events.filter { $0.value.contains(where: Self.isEnd) }.keys) }

  static func isEnd(_ kind: UtteranceEvent.Kind) -> Bool {
    switch kind {
    case .finished, .cancelled: true
    default: false
    }
  }

  private func checkConsistency() {
    if let problem { Issue.record("\(problem)") }
  }

  /// Something that must not be, if there is anything; an expectation for each would take most of the time.
  private var problem: String? {
    let listed = state.waiting + state.awaitingCall + state.sounding
    if Set(listed).count != listed.count { return "an utterance stands in two places: \(listed)" }
    let live = Set(listed + [state.writing].compactMap { $0 }.filter { state.utterances[$0] != nil })
    if Set(state.utterances.keys) != live { return "an utterance is lost, or is over and still in the queue" }
    for (id, kinds) in events {
      if kinds.first != .queued { return "\(id) begins with \(kinds)" }
      if kinds.count(where: { if case .started = $0 { true } else { false } }) > 1 { return "\(id) is said twice" }
      if let end = kinds.firstIndex(where: Self.isEnd), end < kinds.count - 1 {
        return "\(id) goes on after its end: \(kinds)"
      }
      if kinds.last.map(Self.isEnd) != (state.utterances[id] == nil) { return "\(id) is over untold, or the reverse" }
    }
    return nil
  }
}
