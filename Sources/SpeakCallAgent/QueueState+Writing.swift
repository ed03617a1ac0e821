import SpeakCallProtocol

/// The writer's reports, and what is heard.
extension QueueState {
  /// The way in which the writing of an utterance ended.
  enum WritingEnd: Sendable, Equatable, Error {
    /// All of it is written.
    case complete
    /// The sound was flushed: the utterance was cancelled, or stood behind one that was.
    case cut
    /// The stream is gone: the utterance is resumed when there is one again.
    case lost(reason: String)
    /// The call is over, and the rest waits for the next one.
    case kept
    case refused(AgentError, CancelReason)
  }

  /// The pause between two utterances that follow on each other, if none is asked for: a breath, as between sentences.
  private static let breath = 0.2

  /// Returns the seconds of silence that are missing before an utterance; `isSounding` says that earlier sound is still
  /// to be heard.
  func pause(before utterance: Utterance, isSounding: Bool, clock: Double) -> Double {
    guard !utterance.hasBegun else { return 0 }
    let wanted = utterance.request.pauseBefore
    if isSounding { return wanted ?? Self.breath }
    // The next text of a caller may come late: the pause has then begun already.
    guard let wanted, let lastEnd, lastEnd.connection == utterance.connection else { return 0 }
    return max(0, wanted - (clock - lastEnd.clock))
  }

  /// Notes that the first sample of an utterance is about to be written; returns `false` if it must not be.
  mutating func beginSound(of id: Int, epoch: Int) -> Bool {
    guard utterances[id] != nil, epoch == self.epoch else { return false }
    sounding.append(id)
    return true
  }

  /// Returns the next piece of the text that is being written; asks the caller for more if none is here.
  mutating func nextPiece(of id: Int) -> Utterance.NextPiece {
    guard let next = utterances[id]?.nextPiece() else { return .end }
    if next == .awaited, let utterance = utterances[id] {
      emit(.send(.more(utterance: id), connection: utterance.connection))
    }
    return next
  }

  /// Notes how the writing of an utterance ended; the writer is free for the next one.
  mutating func endWriting(of id: Int, _ end: WritingEnd) {
    writing = nil
    guard let utterance = utterances[id] else { return }
    switch end {
    case .complete: break
    case .cut: putBack(utterance)
    case .lost(let reason):
      putBack(utterance)
      hold(for: .serverLost, because: .call(.noServer(reason: reason)))
    case .kept:
      putBack(utterance)
      hold(for: .callOnHold)
    case .refused(let error, let reason):
      let isHeard = sounding.contains(id)
      self.end(utterance, reason, because: error)
      if isHeard { cut() }
    }
  }

  // MARK: Hearing

  /// Notes that the first sample of an utterance, or of its rest, was heard.
  mutating func heardBeginning(of id: Int, at time: Double, clock: Double) {
    guard sounding.contains(id), let isNew = utterances[id]?.begin(), let utterance = utterances[id] else { return }
    lastHeard = (utterance, clock)
    guard isNew else { return report(.resumed(offset: utterance.resumption, time: time, clock: clock), of: utterance) }
    if let quote = utterance.request.quote { report(.quote(quote), of: utterance) }
    report(.started(text: utterance.request.text, voice: utterance.voice, clock: clock), of: utterance)
  }

  /// Notes that a word was heard.
  mutating func heardWord(of id: Int, offset: Int, length: Int, at time: Double) {
    guard sounding.contains(id) else { return }
    utterances[id]?.hear(offset: offset, length: length, at: time)
    if let utterance = utterances[id] { report(.word(offset: offset, length: length, time: time), of: utterance) }
  }

  /// Passes the sound level on to the caller, who asked for it.
  mutating func heardLevel(of id: Int, _ level: Double, at time: Double) {
    guard sounding.contains(id), let utterance = utterances[id] else { return }
    emit(.send(.event(.utterance(id, .level(level, time: time))), connection: utterance.connection))
  }

  /// Notes that the last sample of an utterance was heard.
  mutating func heardEnd(of id: Int, at time: Double, clock: Double) {
    guard sounding.contains(id), let utterance = utterances.removeValue(forKey: id) else { return }
    sounding.removeAll { $0 == id }
    lastEnd = (utterance.connection, clock)
    report(.finished(seconds: time), of: utterance)
    if flushAfter == id { silence() }
    endPauseIfForsaken()
  }

  /// Ends an utterance in which the sound server stopped playing.
  mutating func playbackStalled(in id: Int) {
    guard sounding.contains(id), let utterance = utterances[id] else { return }
    end(utterance, .failed, because: .playbackStalled)
    silence()
  }

  /// Returns the request that repeats the utterance that was heard last, and when that began; `nil` if nothing was heard.
  func repetition() throws(AgentError) -> (request: SayRequest, clock: Double)? {
    guard let (utterance, clock) = lastHeard else { return nil }
    guard let text = utterance.wholeText else { throw .repetitionTooLong }
    let request = SayRequest(
      text: text, settings: utterance.request.settings, placement: .next, isPreview: utterance.request.isPreview)
    return (request, clock)
  }
}
