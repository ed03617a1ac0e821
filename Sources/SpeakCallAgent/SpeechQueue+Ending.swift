import SpeakCallProtocol

/// The early end of utterances, and silence.
extension SpeechQueue {
  /// Ends all utterances that `isMeant` picks, the one being heard included, at once.
  func cancel(_ reason: CancelReason, where isMeant: (Utterance) -> Bool) async {
    let first = sounding.first
    let meant = all.filter { isMeant($0) && $0.cancelReason == nil }
    let isWritten = meant.contains { utterance in sounding.contains { $0 === utterance } }
    for utterance in meant { end(utterance, reason, because: .cancelled(reason, spoken: utterance.spoken)) }
    if let first, first.cancelReason != nil { await silence() } else if isWritten { await cut() }
    endPauseIfForsaken()
    await tellWhetherSpeaking()
  }

  /// Ends the utterance that is heard, about to be, or held; tells whether there was one.
  func skip() async -> Bool {
    guard let current else { return false }
    await cancel(.skipped) { $0 === current }
    return true
  }

  /// Ends everything, a pause included; tells whether there was anything.
  func stop(_ reason: CancelReason = .stopped) async -> Bool {
    let isAnything = !isIdle || isPaused
    await cancel(reason) { _ in true }
    _ = resume()
    return isAnything
  }

  /// Cuts the sound of an utterance that was ended, but not that of the one before it, which is heard to its end.
  func cut() async {
    guard let first = sounding.first, first.hasBegun else { return await silence() }
    epoch += 1
    silenceAfter = first.id
  }

  /// Silences everything that was written and puts it back into the queue.
  func silence() async {
    epoch += 1
    silenceAfter = nil
    for utterance in sounding.reversed() where utterance !== writing { speakAgain(utterance) }
    writing?.interrupt()
    await injector.stop(beginning: epoch)
    wake()
  }

  /// Ends one utterance early and tells its owner, without touching the sound.
  func end(_ utterance: Utterance, _ reason: CancelReason, because error: AgentError) {
    utterance.cancel(reason)
    waiting.removeAll { $0 === utterance }
    parked.removeAll { $0 === utterance }
    sounding.removeAll { $0 === utterance }
    tell(utterance, .cancelled(reason, spoken: utterance.spoken))
    utterance.owner.tell(.failed(error))
  }
}
