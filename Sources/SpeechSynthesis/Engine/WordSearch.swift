/// Finds the word on which the engine fails, by speaking the beginning of a text for nobody.
///
/// espeak-ng speaks a thousand times faster than sound, so this takes milliseconds; where the engine hangs, a few times
/// as long as it takes to see that.
struct WordSearch {
  /// Words that are looked at: espeak-ng fails on the clause that it reads, which has at most 800 bytes.
  static let mostWords = 800

  let engine: EngineSupervisor
  let settings: SpeechSettings

  /// Returns the place of the word in Unicode scalars, and what happens; `nil` if the text does not fail any more.
  func search(_ text: String) throws(SpeechError) -> (word: Range<Int>, reason: String)? {
    let words = EngineText(text).words.prefix(Self.mostWords)
    guard let last = words.last, var reason = try failure(of: text, upTo: last.upperBound) else { return nil }
    var spoken = 0
    var failing = words.count
    while failing - spoken > 1 {
      let middle = (spoken + failing) / 2
      if let failure = try failure(of: text, upTo: words[middle - 1].upperBound) {
        reason = failure
        failing = middle
      } else {
        spoken = middle
      }
    }
    return (words[failing - 1], reason)
  }

  private func failure(of text: String, upTo end: Int) throws(SpeechError) -> String? {
    let text = String(text.unicodeScalars.prefix(end))
    do throws(SpeechError) {
      _ = try engine.start(.speak(text: text, settings: settings), text: text)
      while try engine.nextChunk(of: text) != nil {}
      return nil
    } catch {
      guard let reason = error.lossOfEngine else { throw error }
      return reason
    }
  }
}
