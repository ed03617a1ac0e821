/// A text as the synthesizer gets it, with a mapping from its places to the typed text.
struct SpokenForm: Sendable, Equatable {
  /// A range of the spoken text and the range of the typed text that it replaces.
  struct Replacement: Sendable, Equatable {
    let spoken: Range<Int>
    let typed: Range<Int>
  }

  /// The spoken text.
  let text: String
  /// A Boolean value that indicates whether the text contains phonemes.
  let hasPhonemes: Bool
  /// The replacements in the order of the text; ranges count Unicode scalars.
  let replacements: [Replacement]
  /// The number of replacements whose words were reported.
  private var reported = 0

  /// Creates the form of a text without replacements.
  init(unchanged text: String) { self.init(text: text, hasPhonemes: false, replacements: []) }

  init(text: String, hasPhonemes: Bool, replacements: [Replacement]) {
    self.text = text
    self.hasPhonemes = hasPhonemes
    self.replacements = replacements
  }

  /// Returns a chunk with its words placed in the typed text; of the words of a replacement it keeps the first.
  mutating func typed(_ chunk: SpeechChunk) -> SpeechChunk {
    guard !replacements.isEmpty else { return chunk }
    var words: [SpeechChunk.Word] = []
    for word in chunk.words {
      let range = typed(word.offset..<word.offset + word.length)
      if let place = replacement(at: word.offset) {
        guard place >= reported else { continue }
        reported = place + 1
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

  /// Returns the range of the typed text for a non-empty range of the spoken text.
  func typed(_ range: Range<Int>) -> Range<Int> {
    let first = typedRange(of: range.lowerBound)
    let last = typedRange(of: range.upperBound - 1)
    return first.lowerBound..<max(first.upperBound, last.upperBound)
  }

  /// Returns the range of the typed text for one scalar of the spoken text.
  private func typedRange(of place: Int) -> Range<Int> {
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

  /// Returns the number of replacements that begin at or before a place.
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
