/// A predictor of the next words of a typed line, from the user's history.
///
/// It keeps the words of the history in their order. For each question it searches them for places that resemble the
/// present one and counts the words that followed, with more weight where more of the words before are the same
/// (Witten-Bell interpolation). There are no tables to build: it is ready as soon as the history is read, and learning
/// appends to the end.
public struct Predictor: Sendable {
  /// The maximum number of words of history; the oldest are dropped.
  static let longestHistory = 60_000

  /// The number of preceding words that are compared.
  private static let order = 3

  private var vocabulary = Vocabulary()
  private var history: [Int32] = [Vocabulary.sentenceEnd]
  private var counts: [Int32] = [0]
  /// The number of sentences, and of those that begin with a capital.
  private var sentences = (capital: 0, all: 0)
  private let words: WordList?

  /// Creates a predictor, which falls back to the word list.
  public init(words: WordList? = nil) { self.words = words }

  /// Learns from a spoken text.
  public mutating func learn(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var reader = WordReader(bytes)
      while let token = reader.next() {
        switch token {
        case .sentenceEnd: endSentence()
        case .word(let range):
          let isInside = history.last != Vocabulary.sentenceEnd
          if !isInside {
            sentences.all += 1
            if (0x41...0x5A).contains(bytes[range.lowerBound]) { sentences.capital += 1 }
          }
          append(vocabulary.number(of: bytes[range], isInside: isInside))
        }
      }
    }
    endSentence()
    if history.count > Self.longestHistory { forgetOldest() }
  }

  private mutating func endSentence() {
    if history.last != Vocabulary.sentenceEnd { append(Vocabulary.sentenceEnd) }
  }

  private mutating func append(_ number: Int32) {
    history.append(number)
    while counts.count <= Int(number) { counts.append(0) }
    counts[Int(number)] += 1
  }

  private mutating func forgetOldest() {
    let excess = history.count - Self.longestHistory * 3 / 4
    for number in history[..<excess] { counts[Int(number)] -= 1 }
    history.removeFirst(excess)
  }

  /// Returns the most likely continuations of a line, likeliest first.
  ///
  /// Each completes the begun word or is the next one. The first may have several words where the history leaves little
  /// doubt.
  public func completions(of line: String, limit: Int = 5) -> [String] {
    var context = LineContext(line, in: vocabulary)
    guard context.canGoOn else { return [] }
    var ranked = rank(context, limit: limit + 1)
    var separator = ""
    if let typed = context.wordNumber, ranked.first?.number == typed {
      // The word is complete: the next one is begun.
      context.finishWord(typed)
      ranked = rank(context, limit: limit)
      separator = " "
    }
    let prefix = context.prefix.count
    var found: [String] = []
    for candidate in ranked where vocabulary.folded[Int(candidate.number)].count > prefix {
      let rest = form(of: candidate.number, in: context).utf8.dropFirst(prefix)
      let word = separator + String(decoding: rest, as: UTF8.self)
      if found.isEmpty {
        let more = continuation(after: candidate.number, context)
        if !more.isEmpty { found.append(word + more) }
      }
      found.append(word)
    }
    // A single letter could begin anything.
    if found.count < limit, prefix > 1, let words {
      for word in words.words(startingWith: context.prefix, isCapital: context.isCapital, limit: limit * 2) {
        let rest = String(decoding: word.dropFirst(prefix), as: UTF8.self)
        if !found.contains(rest) { found.append(rest) }
      }
    }
    return Array(found.prefix(limit))
  }

  /// Returns the words that almost certainly follow, each after a space.
  private func continuation(after number: Int32, _ context: LineContext) -> String {
    var context = context
    var text = ""
    var next = number
    for _ in 0..<4 {
      context.finishWord(next)
      guard let best = rank(context, limit: 1).first, best.probability > 0.7, best.count > 1 else { break }
      text += " " + form(of: best.number, in: context)
      next = best.number
    }
    return text
  }

  /// Returns the spelling of a word at a place, with a capital at the beginning of a sentence if the user types them.
  private func form(of number: Int32, in context: LineContext) -> String {
    let written = vocabulary.written[Int(number)]
    guard context.beginsSentence, context.prefix.isEmpty, sentences.capital * 2 > sentences.all,
      let first = written.first
    else {
      return written
    }
    return first.uppercased() + written.dropFirst()
  }

  private struct Candidate {
    let number: Int32
    let probability: Double
    /// The number of times it followed the longest matching context.
    let count: Int
  }

  /// Returns the most probable words with the prefix of a context.
  private func rank(_ context: LineContext, limit: Int) -> [Candidate] {
    guard history.count > 1 else { return [] }
    let followers = followers(of: context.before)
    var best: [Candidate] = []
    for number in 1..<Int32(counts.count) where counts[Int(number)] > 0 {
      guard context.prefix.isEmpty || vocabulary.folded[Int(number)].starts(with: context.prefix) else { continue }
      var probability = Double(counts[Int(number)]) / Double(history.count)
      var count = 0
      for (found, total) in followers where total > 0 {
        let seen = found[number] ?? 0
        probability = (Double(seen) + Double(found.count) * probability) / Double(total + found.count)
        if seen > 0 { count = seen }
      }
      if best.count == limit, let last = best.last, last.probability >= probability { continue }
      let place = best.firstIndex { $0.probability < probability } ?? best.count
      best.insert(Candidate(number: number, probability: probability, count: count), at: place)
      if best.count > limit { best.removeLast() }
    }
    return best
  }

  /// Returns the words that followed in the history, with counts, where the last one, two and three words match.
  private func followers(of before: [Int32]) -> [(found: [Int32: Int], total: Int)] {
    var followers = [(found: [Int32: Int], total: Int)](repeating: ([:], 0), count: min(before.count, Self.order))
    guard let last = before.last else { return followers }
    history.withUnsafeBufferPointer { history in
      for place in 1..<history.count where history[place - 1] == last {
        for length in 1...followers.count {
          guard place >= length, history[place - length] == before[before.count - length] else { break }
          followers[length - 1].found[history[place], default: 0] += 1
          followers[length - 1].total += 1
        }
      }
    }
    return followers
  }
}
