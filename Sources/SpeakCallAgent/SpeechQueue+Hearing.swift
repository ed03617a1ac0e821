import SpeakCallProtocol
import SpeechInjection

/// What is heard, as the play clock tells of it.
extension SpeechQueue {
  /// Turns a mark that was heard into events.
  func heard(_ heard: Injector.HeardMark) async {
    guard let utterance = sounding.first(where: { $0.id == heard.mark.utterance }) else { return }
    switch heard.mark.kind {
    case .began: begin(utterance, heard)
    case .word(let offset, let length):
      utterance.hear(offset: offset, length: length, at: heard.time)
      tell(utterance, .word(offset: offset, length: length, time: heard.time))
    case .level(let level):
      utterance.owner.tell(.event(.utterance(utterance.id, .level(level, time: heard.time))))
    case .ended:
      sounding.removeAll { $0 === utterance }
      lastEnd = (utterance.owner.connection, heard.clock)
      tell(utterance, .finished(seconds: heard.time))
      if silenceAfter == utterance.id { await silence() }
      endPauseIfForsaken()
      await tellWhetherSpeaking()
    case .stuck:
      end(
        utterance, .failed,
        because: .playbackStalled)
      await silence()
      await tellWhetherSpeaking()
    }
  }

  private func begin(_ utterance: Utterance, _ heard: Injector.HeardMark) {
    lastHeard = (utterance, heard.clock)
    guard utterance.begin() else {
      return tell(
        utterance, .resumed(offset: utterance.resumption, time: heard.time, clock: heard.clock))
    }
    if let quote = utterance.request.quote {
      tell(utterance, .quote(quote))
    }
    tell(
      utterance, .started(text: utterance.request.text, voice: utterance.voice, clock: heard.clock))
  }

  /// The request that says once more what was heard last, and when that was; nil if nothing was.
  func repetition() throws(AgentError) -> (request: SayRequest, clock: Double)? {
    guard let (utterance, clock) = lastHeard else { return nil }
    guard let text = utterance.wholeText else {
      throw .repetitionTooLong
    }
    let request = SayRequest(
      text: text, settings: utterance.request.settings, placement: .next, isPreview: utterance.request.isPreview)
    return (request, clock)
  }
}
