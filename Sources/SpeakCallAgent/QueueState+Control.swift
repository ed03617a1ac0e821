import SpeakCallProtocol

/// The early end of utterances, pauses and absences.
///
/// The user's pause and an ``Absence`` are independent of each other; speech resumes when neither is left, with the word
/// that was playing.
extension QueueState {
  /// The result of a request to pause.
  enum PauseResult: Sendable {
    case paused, alreadyPaused, nothingToPause
  }

  // MARK: Ending

  /// Ends the utterances that `isMeant` picks, including the one being heard, at once.
  mutating func cancel(_ reason: CancelReason, where isMeant: (Utterance) -> Bool) {
    let first = sounding.first
    let meant = all.filter(isMeant)
    let isWritten = meant.contains { sounding.contains($0.id) }
    for utterance in meant { end(utterance, reason, because: .cancelled(reason, spoken: utterance.spoken)) }
    if let first, utterances[first] == nil { silence() } else if isWritten { cut() }
    endPauseIfForsaken()
  }

  /// Ends the utterance that is heard, about to be, or held; returns whether there was one.
  mutating func skip() -> Bool {
    guard let current else { return false }
    cancel(.skipped) { $0.id == current }
    return true
  }

  /// Ends everything, including a pause; returns whether there was anything.
  mutating func stop(_ reason: CancelReason) -> Bool {
    let isAnything = !isIdle || isPaused
    cancel(reason) { _ in true }
    _ = resume()
    return isAnything
  }

  /// Cuts the sound behind the utterance that is being heard, which is heard to its end.
  mutating func cut() {
    guard let first = sounding.first, hasBegun(first) else { return silence() }
    epoch += 1
    flushAfter = first
  }

  /// Silences all that was written and puts it back into the queue.
  mutating func silence() {
    epoch += 1
    flushAfter = nil
    for id in sounding.reversed() where id != writing { if let utterance = utterances[id] { putBack(utterance) } }
    if let writing, utterances[writing]?.interrupt() ?? false { emit(.wakeReader(utterance: writing)) }
    emit(.flush(epoch: epoch))
    emit(.wakeWriter)
  }

  /// Ends one utterance early and reports it to its owner, without touching the sound.
  mutating func end(_ utterance: Utterance, _ reason: CancelReason, because error: AgentError) {
    let id = utterance.id
    utterances[id] = nil
    waiting.removeAll { $0 == id }
    awaitingCall.removeAll { $0 == id }
    sounding.removeAll { $0 == id }
    if writing == id { emit(.wakeReader(utterance: id)) }
    report(.cancelled(reason, spoken: utterance.spoken), of: utterance)
    emit(.send(.failed(error), connection: utterance.connection))
  }

  /// Puts back an utterance that was cut, in mid-word or before its first sample was heard.
  mutating func putBack(_ utterance: Utterance) {
    let id = utterance.id
    sounding.removeAll { $0 == id }
    guard utterance.isResumable else { return end(utterance, .serverLost, because: .markupNotResumable) }
    utterances[id]?.goBack()
    let earlier = waiting.prefix { utterances[$0]?.goesBefore(utterance) ?? false }
    waiting.insert(id, at: utterance.hasBegun ? 0 : earlier.count)
  }

  // MARK: Pausing

  /// Silences speech at once, in mid-word, until ``resume()``.
  mutating func pause() -> PauseResult {
    guard !isIdle else { return isPaused ? .alreadyPaused : .nothingToPause }
    guard !isPaused || !sounding.isEmpty else { return .alreadyPaused }
    isPaused = true
    for utterance in all {
      utterances[utterance.id]?.isUrgent = false
      notePaused(utterance)
    }
    for id in heardOrWritten { utterances[id]?.restartIfMarkup() }
    if absence == nil { silence() }
    return .paused
  }

  /// Notes that an utterance is paused, and reports it.
  mutating func notePaused(_ utterance: Utterance) {
    if !utterance.request.isDetached { pausedConnections.insert(utterance.connection) }
    report(.paused, of: utterance)
  }

  /// Ends the user's pause; returns whether there was one.
  mutating func resume() -> Bool {
    guard isPaused else { return false }
    isPaused = false
    pausedConnections = []
    emit(.wakeWriter)
    return true
  }

  /// Notes that a connection is closed.
  mutating func forget(connection: Int) {
    pausedConnections.remove(connection)
    endPauseIfForsaken()
  }

  /// Ends a pause that holds nothing, or it would hold what is said later; a caller that still speaks, such as a program
  /// that pipes its lines, keeps it.
  mutating func endPauseIfForsaken() {
    if isPaused, isIdle, pausedConnections.isEmpty { isPaused = false }
  }

  // MARK: Absence

  /// Silences speech that nobody would hear, until ``becomeHeard()`` or until a lost server stays away for too long.
  mutating func hold(for absence: Absence, because error: AgentError? = nil) {
    let wasAbsent = self.absence != nil
    self.absence = absence
    absenceError = error
    emit(absence == .serverLost ? .startServerTimer : .cancelServerTimer)
    if !wasAbsent { silence() }
  }

  /// Resumes speech after ``hold(for:because:)``.
  mutating func becomeHeard() {
    absence = nil
    absenceError = nil
    emit(.cancelServerTimer)
    emit(.wakeWriter)
  }

  /// Ends all utterances because a lost server has stayed away.
  mutating func serverTimerFired() {
    guard absence == .serverLost else { return }
    for utterance in all {
      end(utterance, .serverLost, because: absenceError ?? .cancelled(.serverLost, spoken: utterance.spoken))
    }
    becomeHeard()
    endPauseIfForsaken()
  }
}

/// The queue as status shows it.
extension QueueState {
  /// The most utterances that are listed.
  private static let mostListed = 100
  /// The most characters of a listed text.
  private static let longestListed = 200

  /// The state at this moment.
  var status: StatusReport.Speech {
    let isSpeaking = !sounding.isEmpty || (!isHeld && !heardOrWritten.isEmpty)
    let isWaiting = isHeld && (!isIdle || isPaused)
    let shown = isSpeaking ? heardOrWritten.first : isWaiting ? all.first { $0.hasBegun }?.id : nil
    let rest = all.filter { $0.id != shown }
    let listed = rest.prefix(Self.mostListed).map { utterance in
      let text = utterance.request.text
      let start = text.prefix(Self.longestListed)
      return StatusReport.Speech.Queued(
        id: utterance.id, text: start.endIndex == text.endIndex ? text : start + "…",
        speaker: utterance.request.quote?.speaker)
    }
    return StatusReport.Speech(
      state: isSpeaking ? .speaking : isWaiting ? .paused : .idle,
      text: shown.flatMap { utterances[$0] }?.request.text, queued: rest.count, queue: listed.isEmpty ? nil : listed)
  }
}
