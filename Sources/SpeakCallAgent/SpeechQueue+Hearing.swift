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
      tell(utterance, .word(id: utterance.id, offset: offset, length: length, time: heard.time))
    case .level(let level):
      utterance.owner.tell(.event(.level(id: utterance.id, level: level, time: heard.time)))
    case .ended:
      sounding.removeAll { $0 === utterance }
      lastEnd = (utterance.owner.connection, heard.clock)
      tell(utterance, .finished(id: utterance.id, seconds: heard.time))
      if silenceAfter == utterance.id { await silence() }
      endPauseIfForsaken()
      await tellWhetherSpeaking()
    case .stuck:
      end(
        utterance, .failed,
        because: Refusal(.failure, "the sound server stopped playing in mid-sentence", next: "pactl list short sinks"))
      await silence()
      await tellWhetherSpeaking()
    }
  }

  private func begin(_ utterance: Utterance, _ heard: Injector.HeardMark) {
    lastHeard = (utterance, heard.clock)
    guard utterance.begin() else {
      return tell(
        utterance, .resumed(id: utterance.id, offset: utterance.resumption, time: heard.time, clock: heard.clock))
    }
    if let quote = utterance.request.quote {
      tell(utterance, .quote(id: utterance.id, speaker: quote.speaker, line: quote.line))
    }
    tell(
      utterance, .started(id: utterance.id, text: utterance.request.text, voice: utterance.voice, clock: heard.clock))
  }

  /// The request that says once more what was heard last, and when that was; nil if nothing was.
  func repetition() throws(Refusal) -> (request: SayRequest, clock: Double)? {
    guard let (utterance, clock) = lastHeard else { return nil }
    guard let text = utterance.wholeText else {
      throw Refusal(.failure, "what was said last is too long to be said again", next: "speakcall say -f PATH")
    }
    let request = SayRequest(
      text: text, settings: utterance.request.settings, placement: .next, isPreview: utterance.request.isPreview)
    return (request, clock)
  }
}
