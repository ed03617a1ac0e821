/// The speaking of one text, which goes on where it was when the engine dies or hangs.
///
/// A word is delivered with the first sample of the next one, or with the end of its clause: so no word is lost and none
/// is heard twice. What fails twice at the same place is put down to the text: the word that does it is found by speaking
/// more and less of the text for nobody, and left out. In SSML, which cannot be begun in its middle, only what fails
/// before its first sound is tried again.
final class TextDelivery {
  /// Words that may be left out before the text is given up.
  static let mostSkipped = 8

  /// Failures at one place before the text is given up.
  private static let mostFailures = 3

  private let text: String
  private let settings: SpeechSettings
  private let engine: EngineSupervisor

  /// The active level of the voice in dBFS, `nil` if it is not known.
  let voiceLevel: Double?

  /// Where what the engine speaks begins, and the first thing that has not been delivered, in scalars of the text.
  private var base = 0
  private var position = 0
  private var held: SpeechChunk?
  private var isBetweenClauses = false

  /// The word before which the engine stops.
  private var killer: Range<Int>?
  private var untold: [SkippedWord] = []
  private var skipped = 0
  private var failures = (place: -1, count: 0)
  private var sampleRate: Int?
  private var isOver = false

  /// Begins; `settings` have a voice from the list.
  init(_ text: String, settings: SpeechSettings, by engine: EngineSupervisor) throws(SpeechError) {
    self.text = text
    self.settings = settings
    self.engine = engine
    voiceLevel = try engine.start(.speak(text: text, settings: settings), text: text)
  }

  /// Waits for the next chunk, `nil` after the last one.
  func next() throws(SpeechError) -> SpeechChunk? {
    while !isOver {
      do throws(SpeechError) {
        guard let arrived = try engine.nextChunk(of: text) else {
          if let last = try finishStretch() { return last }
          continue
        }
        if let chunk = release(arrived.shifted(by: base)) { return told(chunk) }
      } catch {
        guard error.lossOfEngine != nil else { throw error }
        try recover(from: error)
      }
    }
    return nil
  }

  /// Returns what of the chunk, and of what was held before it, is delivered now.
  private func release(_ arrived: SpeechChunk) -> SpeechChunk? {
    if settings.isSSML { return arrived }
    let chunk = held.map { $0 + arrived } ?? arrived
    held = nil
    isBetweenClauses = chunk.endsClause
    if chunk.endsClause {
      if let last = chunk.words.last { position = last.offset + last.length }
      return chunk
    }
    guard let word = chunk.words.last else {
      held = chunk
      return nil
    }
    position = word.offset
    let (complete, begun) = chunk.split(at: word.sample)
    held = begun
    return complete.samples.isEmpty ? nil : complete
  }

  private func told(_ chunk: SpeechChunk) -> SpeechChunk {
    var chunk = chunk
    sampleRate = chunk.sampleRate
    chunk.skipped = untold
    untold = []
    return chunk
  }

  /// Turns to what is behind the word that is left out, or ends; returns what is still to be delivered.
  private func finishStretch() throws(SpeechError) -> SpeechChunk? {
    let last = held
    held = nil
    guard let killer else {
      isOver = true
      guard let reason = untold.last?.reason else { return last.map(told) }
      // A text of which nothing could be spoken was not spoken.
      guard let sampleRate = last?.sampleRate ?? sampleRate else { throw .engineDied(reason: reason, lost: text) }
      return told(last ?? SpeechChunk(samples: [], sampleRate: sampleRate, words: [], endsClause: true))
    }
    try skip(killer)
    return last.map(told)
  }

  private func recover(from error: SpeechError) throws(SpeechError) {
    held = nil
    // The mark that ended the clause would be read out at the beginning of a text.
    if isBetweenClauses { position = EngineText(text).endOfMarks(from: position) }
    isBetweenClauses = false
    failures = position > failures.place ? (position, 1) : (position, failures.count + 1)
    guard failures.count <= Self.mostFailures, !settings.isSSML || sampleRate == nil && failures.count < 2 else {
      throw error.losing(slice(position..<length))
    }
    let rest = position..<(killer?.lowerBound ?? length)
    let search = WordSearch(engine: engine, settings: settings)
    if failures.count > 1, let (found, reason) = try search.search(slice(rest)) {
      guard skipped < Self.mostSkipped else { throw error.losing(slice(position..<length)) }
      skipped += 1
      let word = position + found.lowerBound..<position + found.upperBound
      untold.append(SkippedWord(offset: word.lowerBound, text: slice(word), reason: reason))
      killer = word
    }
    try speak(position..<(killer?.lowerBound ?? length))
  }

  private func skip(_ word: Range<Int>) throws(SpeechError) {
    killer = nil
    position = word.upperBound
    try speak(position..<length)
  }

  private func speak(_ range: Range<Int>) throws(SpeechError) {
    base = settings.readsPhonemes ? beginningOfPhonemes(at: range.lowerBound) : range.lowerBound
    _ = try engine.start(.speak(text: slice(base..<range.upperBound), settings: settings), text: text)
  }

  /// A place, or the beginning of the phonemes that it is within: they are read as such from there on alone.
  private func beginningOfPhonemes(at place: Int) -> Int {
    let before = Array(text.unicodeScalars.prefix(place))
    let brackets = before.indices.dropLast().last { index in
      before[index] == before[index + 1] && (before[index] == "[" || before[index] == "]")
    }
    guard let brackets, before[brackets] == "[" else { return place }
    return brackets
  }

  private var length: Int { text.scalarCount }

  private func slice(_ range: Range<Int>) -> String {
    String(text.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count))
  }
}
