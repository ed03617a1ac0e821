/// A text as it is given to the synthesizer, and the way back from its places to the text as it was typed.
struct SpokenForm: Sendable, Equatable {
  /// A stretch of the spoken text that stands for another one of the typed text.
  struct Replacement: Sendable, Equatable {
    let spoken: Range<Int>
    let typed: Range<Int>
  }

  /// What is spoken.
  let text: String
  /// A Boolean value that indicates whether there are phonemes in it.
  let hasPhonemes: Bool
  /// What was replaced, in the order of the text; places count Unicode scalars.
  let replacements: [Replacement]
  /// How many replacements were told as words.
  private var told = 0

  /// Creates the form of a text that is spoken as it is.
  init(unchanged text: String) { self.init(text: text, hasPhonemes: false, replacements: []) }

  init(text: String, hasPhonemes: Bool, replacements: [Replacement]) {
    self.text = text
    self.hasPhonemes = hasPhonemes
    self.replacements = replacements
  }

  /// The chunk with its words where they are in the typed text; of the words that one was replaced with, the first.
  mutating func typed(_ chunk: SpeechChunk) -> SpeechChunk {
    guard !replacements.isEmpty else { return chunk }
    var words: [SpeechChunk.Word] = []
    for word in chunk.words {
      let range = typed(word.offset..<word.offset + word.length)
      if let place = replacement(at: word.offset) {
        guard place >= told else { continue }
        told = place + 1
      }
      words.append(.init(offset: range.lowerBound, length: range.count, sample: word.sample))
    }
    var result = SpeechChunk(
      samples: chunk.samples, sampleRate: chunk.sampleRate, words: words, endsClause: chunk.endsClause)
    result.skipped = chunk.skipped.map { word in
      let length = max(1, word.text.unicodeScalars.count)
      return SkippedWord(
        offset: typed(word.offset..<word.offset + length).lowerBound, text: word.text, reason: word.reason)
    }
    return result
  }

  /// The place in the typed text of one in the spoken text, which is not empty.
  func typed(_ range: Range<Int>) -> Range<Int> {
    let first = around(range.lowerBound)
    let last = around(range.upperBound - 1)
    return first.lowerBound..<max(first.upperBound, last.upperBound)
  }

  /// The typed stretch that a spoken scalar stands for.
  private func around(_ place: Int) -> Range<Int> {
    let index = end(of: place)
    guard index > 0 else { return place..<place + 1 }
    let replacement = replacements[index - 1]
    if replacement.spoken.contains(place) { return replacement.typed }
    let typed = place - replacement.spoken.upperBound + replacement.typed.upperBound
    return typed..<typed + 1
  }

  private func replacement(at place: Int) -> Int? {
    let index = end(of: place) - 1
    return index >= 0 && replacements[index].spoken.contains(place) ? index : nil
  }

  /// How many replacements begin at or before a place.
  private func end(of place: Int) -> Int {
    var low = 0
    var high = replacements.count
    while low < high {
      let middle = (low + high) / 2
      if replacements[middle].spoken.lowerBound <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
