import TextProcessing

/// The user's phrases, in the order in which they were added.
public struct PhraseBook: Sendable, Equatable {
  /// All of them.
  public private(set) var phrases: [Phrase] = []

  /// Creates a book; of phrases with the same name the last one counts.
  public init(_ phrases: [Phrase] = []) {
    for phrase in phrases { add(phrase) }
  }

  /// The groups, in the order of their first phrases.
  public var groups: [String] {
    var groups: [String] = []
    for phrase in phrases {
      if let group = phrase.group, !groups.contains(group) { groups.append(group) }
    }
    return groups
  }

  /// The phrases of a group, or those without one.
  public func phrases(in group: String?) -> [Phrase] {
    phrases.filter { $0.group?.lowercased() == group?.lowercased() }
  }

  /// Returns the phrase of a name, of which the group may be left out where it is clear; upper and lower case are the
  /// same.
  public func phrase(named name: String) throws(PhraseError) -> Phrase {
    let wanted = name.lowercased()
    if let phrase = phrases.first(where: { $0.name.lowercased() == wanted }) { return phrase }
    let candidates = phrases.filter { $0.shortName.lowercased() == wanted }
    guard let phrase = candidates.first else {
      let names = phrases.map(\.name) + phrases.filter { $0.group != nil }.map(\.shortName)
      throw .unknown(name: name, nearest: Spelling.nearest(to: name, in: names).first)
    }
    guard candidates.count == 1 else { throw .ambiguous(name: name, candidates: candidates.map(\.name)) }
    return phrase
  }

  /// Adds a phrase, or puts it in the place of the one of that name; returns whether there was one.
  @discardableResult public mutating func add(_ phrase: Phrase) -> Bool {
    let place = phrases.firstIndex { $0.name.lowercased() == phrase.name.lowercased() }
    if let place { phrases[place] = phrase } else { phrases.append(phrase) }
    return place != nil
  }

  /// Removes a phrase and returns it.
  @discardableResult public mutating func remove(_ name: String) throws(PhraseError) -> Phrase {
    let phrase = try phrase(named: name)
    phrases.removeAll { $0 == phrase }
    return phrase
  }
}

extension PhraseBook: Codable {
  /// Reads a list of phrases, or an object of names and texts, as people write by hand.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do { self.init(try container.decode([Phrase].self)) } catch let mistake {
      guard let texts = Self.texts(in: container) else { throw mistake }
      self.init(try texts.sorted { $0.key < $1.key }.map { try Phrase(name: $0.key, text: $0.value) })
    }
  }

  /// Writes a list of phrases.
  public func encode(to encoder: any Encoder) throws { try phrases.encode(to: encoder) }

  private static func texts(in container: any SingleValueDecodingContainer) -> [String: String]? {
    // That it is no such object is an answer, and no failure.
    do { return try container.decode([String: String].self) } catch { return nil }
  }
}
