import CEspeakNG

/// Turns what one call of espeak-ng reports into chunks.
final class ChunkCollector {
  /// Seconds of silence after which more of it is dropped, as from a `<break>` of weeks.
  static let longestSilence = 10

  private let text: EngineText
  private let deliver: (SpeechChunk) -> Bool
  private var sampleRate: Int
  private var collected = 0
  private var silence = 0
  private var textEnd = 0

  init(text: EngineText, sampleRate: Int, deliver: @escaping (SpeechChunk) -> Bool) {
    self.text = text
    self.sampleRate = sampleRate
    self.deliver = deliver
  }

  /// Delivers one buffer of espeak-ng; returns `false` if no more is wanted.
  func collect(_ samples: UnsafeBufferPointer<Int16>, events: UnsafeBufferPointer<espeak_EVENT>) -> Bool {
    var words: [SpeechChunk.Word] = []
    var endsClause = false
    for event in events {
      switch event.type {
      case espeakEVENT_SAMPLERATE where event.id.number > 0:
        sampleRate = Int(event.id.number)
      case espeakEVENT_END:
        endsClause = true
      case espeakEVENT_WORD:
        // A number is spoken as many words that all point into it: only what lies behind the last word is new.
        guard let range = text.word(position: Int(event.text_position), length: Int(event.length)),
          range.lowerBound >= textEnd
        else { continue }
        let sample = min(max(Int(event.sample) - collected, 0), samples.count)
        words.append(.init(offset: range.lowerBound, length: range.count, sample: sample))
        textEnd = range.upperBound
      default:
        continue
      }
    }
    collected += samples.count
    silence = samples.allSatisfy { $0 == 0 } ? silence + samples.count : 0
    let isDropped = silence > Self.longestSilence * sampleRate
    return deliver(
      SpeechChunk(
        samples: isDropped ? [] : Array(samples), sampleRate: sampleRate,
        words: isDropped ? [] : words, endsClause: endsClause))
  }
}
