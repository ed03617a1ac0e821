/// A predictor of what somebody types, who says many things again.
///
/// It keeps the words of the history in their order and, for each question, looks through all of them for the places that
/// resemble the present one: what followed there, most of all where several words before were the same, is likely to
/// follow here (interpolated by the method of Witten and Bell). There are no tables to build, so that it is ready as soon
/// as the history was read, and learning is adding to the end.
public struct Predictor: Sendable {
  /// The most words of history; the oldest ones are forgotten.
  static let longestHistory = 60_000

  /// How many words before are compared.
  private static let order = 3

  private var vocabulary = Vocabulary()
  private var history: [Int32] = [Vocabulary.sentenceEnd]
  private var counts: [Int32] = [0]
  /// How many sentences begin with a capital letter, of how many.
  private var sentences = (capital: 0, all: 0)
  private let words: WordList?

  /// Creates a predictor; where the history knows nothing, it completes with words of the list.
  public init(words: WordList? = nil) { self.words = words }

  /// Learns from a text that was spoken.
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

  /// Returns the ways in which a line probably goes on, the likeliest first; each is what would be added to the line.
  ///
  /// They end the word that was begun, or begin the next one; the first may hold several words where the history leaves
  /// little doubt.
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
    // What begins with one letter could be anything.
    if found.count < limit, prefix > 1, let words {
      for word in words.words(startingWith: context.prefix, isCapital: context.isCapital, limit: limit * 2) {
        let rest = String(decoding: word.dropFirst(prefix), as: UTF8.self)
        if !found.contains(rest) { found.append(rest) }
      }
    }
    return Array(found.prefix(limit))
  }

  /// The words that surely follow, with spaces before them.
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

  /// A word as it is written at this place.
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
    /// How often it followed the longest resembling context.
    let count: Int
  }

  /// The words that begin with the prefix of a context, by their probability there.
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

  /// What followed in the history, and how often, where one, two and three words before were the same.
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
