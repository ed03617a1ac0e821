/// The delivery of one text, which resumes where it was when the engine dies or hangs.
///
/// A word is delivered with the first sample of the next one or with the end of its clause, so no word is lost and none
/// is heard twice. A second failure at the same place is blamed on the text: a silent search finds the word that causes
/// it, and the delivery skips it. SSML cannot be resumed in its middle, so it is tried again only before its first
/// sound.
final class TextDelivery {
  /// The maximum number of words to skip before giving up.
  static let mostSkipped = 8

  /// The maximum number of failures at one place before giving up.
  private static let mostFailures = 3

  private let text: String
  private let settings: SpeechSettings
  private let engine: EngineSupervisor

  /// The active level of the voice in dBFS, `nil` if unknown.
  let voiceLevel: Double?

  /// The beginning of the engine's present text, and the first place not delivered, in scalars of the whole text.
  private var base = 0
  private var position = 0
  private var pending: SpeechChunk?
  private var isBetweenClauses = false

  /// The word that makes the engine fail; the engine's present text ends before it.
  private var failingWord: Range<Int>?
  private var unreportedSkips: [SkippedWord] = []
  private var skipCount = 0
  private var failures = (place: -1, count: 0)
  private var sampleRate: Int?
  private var isFinished = false

  /// Begins the delivery; `settings` have a voice from the list.
  init(_ text: String, settings: SpeechSettings, by engine: EngineSupervisor) throws(SpeechError) {
    self.text = text
    self.settings = settings
    self.engine = engine
    voiceLevel = try engine.start(.speak(text: text, settings: settings), text: text)
  }

  /// Waits for the next chunk and returns it; `nil` after the last one.
  func next() throws(SpeechError) -> SpeechChunk? {
    while !isFinished {
      do throws(SpeechError) {
        guard let arrived = try engine.nextChunk(of: text) else {
          if let last = try finishRange() { return last }
          continue
        }
        if let chunk = release(arrived.shifted(by: base)) { return reportingSkips(in: chunk) }
      } catch {
        guard error.lossOfEngine != nil else { throw error }
        try recover(from: error)
      }
    }
    return nil
  }

  /// Returns the part of the pending and the arrived chunk that ends with a complete word.
  private func release(_ arrived: SpeechChunk) -> SpeechChunk? {
    if settings.isSSML { return arrived }
    let chunk = pending.map { $0 + arrived } ?? arrived
    pending = nil
    isBetweenClauses = chunk.endsClause
    if chunk.endsClause {
      if let last = chunk.words.last { position = last.offset + last.length }
      return chunk
    }
    guard let word = chunk.words.last else {
      pending = chunk
      return nil
    }
    position = word.offset
    let (complete, begun) = chunk.split(at: word.sample)
    pending = begun
    return complete.samples.isEmpty ? nil : complete
  }

  /// Returns the chunk with the words skipped since the last one.
  private func reportingSkips(in chunk: SpeechChunk) -> SpeechChunk {
    var chunk = chunk
    sampleRate = chunk.sampleRate
    chunk.skipped = unreportedSkips
    unreportedSkips = []
    return chunk
  }

  /// Skips the failing word and speaks what follows, or finishes; returns the last chunk before it.
  private func finishRange() throws(SpeechError) -> SpeechChunk? {
    let last = pending
    pending = nil
    guard let failingWord else {
      isFinished = true
      guard let reason = unreportedSkips.last?.reason else { return last.map(reportingSkips) }
      // A text of which nothing could be spoken is an error.
      guard let sampleRate = last?.sampleRate ?? sampleRate else { throw .engineDied(reason: reason, lost: text) }
      return reportingSkips(in: last ?? SpeechChunk(samples: [], sampleRate: sampleRate, words: [], endsClause: true))
    }
    self.failingWord = nil
    position = failingWord.upperBound
    try speak(position..<length)
    return last.map(reportingSkips)
  }

  private func recover(from error: SpeechError) throws(SpeechError) {
    pending = nil
    // The mark that ended the clause would be read aloud at the beginning of a text.
    if isBetweenClauses { position = EngineText(text).endOfMarks(from: position) }
    isBetweenClauses = false
    failures = position > failures.place ? (position, 1) : (position, failures.count + 1)
    guard failures.count <= Self.mostFailures, !settings.isSSML || sampleRate == nil && failures.count < 2 else {
      throw error.losing(slice(position..<length))
    }
    let rest = position..<(failingWord?.lowerBound ?? length)
    let search = FailingWordSearch(engine: engine, settings: settings)
    if failures.count > 1, let (found, reason) = try search.search(slice(rest)) {
      guard skipCount < Self.mostSkipped else { throw error.losing(slice(position..<length)) }
      skipCount += 1
      let word = position + found.lowerBound..<position + found.upperBound
      unreportedSkips.append(SkippedWord(offset: word.lowerBound, text: slice(word), reason: reason))
      failingWord = word
    }
    try speak(position..<(failingWord?.lowerBound ?? length))
  }

  private func speak(_ range: Range<Int>) throws(SpeechError) {
    base = settings.readsPhonemes ? beginningOfPhonemes(at: range.lowerBound) : range.lowerBound
    _ = try engine.start(.speak(text: slice(base..<range.upperBound), settings: settings), text: text)
  }

  /// Returns a place, or the beginning of the phonemes around it, because espeak-ng reads them only from there.
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

/// A binary search for the word that makes the engine fail, which speaks beginnings of a text to nobody.
///
/// espeak-ng speaks a thousand times faster than sound, so this takes milliseconds, or a few timeouts if it hangs.
struct FailingWordSearch {
  /// The maximum number of words to search: espeak-ng fails on the clause that it reads, which has at most 800 bytes.
  static let mostWords = 800

  let engine: EngineSupervisor
  let settings: SpeechSettings

  /// Returns the range of the word in Unicode scalars and the failure; `nil` if the text does not fail any more.
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
