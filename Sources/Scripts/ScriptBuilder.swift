import TextProcessing

/// A builder of a script that collects errors and warnings.
struct ScriptBuilder {
  /// The maximum number of quotes, more than a week of speech.
  static let mostQuotes = 200_000

  /// The maximum number of speakers.
  static let mostSpeakers = 256

  /// The maximum number of Unicode scalars of a speaker's name.
  static let longestName = 64

  /// The maximum number of bytes of a quote, a quarter of an hour of speech.
  static let longestQuote = TextPieces.limit

  /// The maximum pause between two quotes, in seconds.
  static let longestPause = 600.0

  /// The maximum number of errors that are reported.
  static let mostErrors = 1000

  private var errors: [ScriptError] = []
  private var warnings: [ScriptError] = []
  private var quotes: [Quote] = []
  private var speakers: [String] = []
  private var known: Set<String> = []
  private var members: [String: (member: CastMember, place: ScriptPlace)] = [:]
  private var pause: (seconds: Double, place: ScriptPlace)?

  /// A Boolean value that indicates whether the last quote can still be continued.
  private(set) var hasOpenQuote = false
  private var openPlace = ScriptPlace(line: 1, column: 1)

  /// A Boolean value that indicates whether reading stops, because of an error or too many of them.
  private(set) var isAborted = false

  /// The quote that was begun last.
  var lastQuote: Quote? { quotes.last }

  /// A Boolean value that indicates whether errors were reported.
  var hasErrors: Bool { !errors.isEmpty }

  /// Reports an error.
  mutating func report(_ message: String, at place: ScriptPlace) {
    guard !isAborted else { return }
    if errors.count == Self.mostErrors {
      isAborted = true
      errors.append(ScriptError("there are more than \(Self.mostErrors) errors", at: place))
    } else {
      errors.append(ScriptError(message, at: place))
    }
  }

  /// Reports an error and stops reading.
  mutating func abort(_ message: String, at place: ScriptPlace) {
    report(message, at: place)
    isAborted = true
  }

  /// Begins a quote, whose text may be empty if more of it follows.
  mutating func begin(_ speaker: String, _ text: String, at place: ScriptPlace) {
    closeQuote()
    guard quotes.count < Self.mostQuotes else {
      return abort("a script has at most \(Self.mostQuotes) quotes", at: place)
    }
    if known.insert(speaker).inserted {
      speakers.append(speaker)
      guard speakers.count <= Self.mostSpeakers else {
        return abort(
          "“\(speaker)” is one speaker too many; a script has at most \(Self.mostSpeakers)", at: place)
      }
    }
    if quotes.isEmpty, let pause { warn("the pause before the first quote is ignored", at: pause.place) }
    quotes.append(
      Quote(speaker: speaker, text: text, line: place.line, pauseBefore: quotes.isEmpty ? 0 : pause?.seconds ?? 0))
    pause = nil
    hasOpenQuote = true
    openPlace = place
  }

  /// Adds text to the last quote.
  mutating func extend(_ text: String, at place: ScriptPlace) {
    guard let last = quotes.indices.last else { return }
    guard quotes[last].text.utf8.count + text.utf8.count < Self.longestQuote else {
      return report(
        "the quote of “\(quotes[last].speaker)” is longer than \(Self.longestQuote) bytes; begin another one", at: place
      )
    }
    quotes[last].text += (quotes[last].text.isEmpty ? "" : " ") + text
  }

  /// Ends the last quote.
  mutating func closeQuote() {
    if hasOpenQuote, let last = quotes.last, last.text.isEmpty {
      report("“\(last.speaker)” says nothing; write words after the colon", at: openPlace)
    }
    hasOpenQuote = false
  }

  /// Adds a pause before the next quote.
  mutating func pause(_ seconds: Double, at place: ScriptPlace) {
    closeQuote()
    let sum = (pause?.seconds ?? 0) + seconds
    guard sum <= Self.longestPause else {
      return report("a pause is at most \(Int(Self.longestPause)) seconds long", at: place)
    }
    pause = (sum, pause?.place ?? place)
  }

  /// Sets the voice of a speaker.
  mutating func cast(_ member: CastMember, at place: ScriptPlace) {
    if let earlier = members[member.name] {
      report("“\(member.name)” is already cast on line \(earlier.place.line)", at: place)
    } else {
      members[member.name] = (member, place)
    }
  }

  /// Returns the script, or throws all its errors.
  mutating func finish() throws(ScriptErrors) -> Script {
    closeQuote()
    if quotes.isEmpty, errors.isEmpty {
      report("the script has no quotes; write them as NAME: WORDS", at: ScriptPlace(line: 1, column: 1))
    }
    guard errors.isEmpty else { throw ScriptErrors(errors.sorted(by: Self.isEarlier)) }
    if let pause { warn("the pause after the last quote is ignored", at: pause.place) }
    for (name, cast) in members where !known.contains(name) {
      let nearest = Spelling.nearest(to: name, in: speakers).first.map { "; did you mean “\($0)”?" } ?? ""
      warn("“\(name)” is cast but never speaks\(nearest)", at: cast.place)
    }
    warnOfOtherSpellings()
    let cast = speakers.map { members[$0]?.member ?? CastMember(name: $0) }
    return Script(cast: cast, quotes: quotes, warnings: warnings.sorted(by: Self.isEarlier))
  }

  private mutating func warnOfOtherSpellings() {
    var first: [String: String] = [:]
    for name in speakers {
      guard let other = first.updateValue(name, forKey: name.lowercased()) else { continue }
      guard let quote = quotes.first(where: { $0.speaker == name }) else { continue }
      warn("“\(name)” and “\(other)” are different speakers", at: ScriptPlace(line: quote.line, column: 1))
    }
  }

  private mutating func warn(_ message: String, at place: ScriptPlace) {
    warnings.append(ScriptError(message, at: place))
  }

  private static func isEarlier(_ first: ScriptError, _ second: ScriptError) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
