import SystemSupport
import TextProcessing

/// The user's phrases on disk, `phrases.json`.
public typealias PhraseFile = UserDocument<PhraseBook>

extension PhraseFile {
  /// Creates the document in a configuration folder.
  public init(folder: String) { self.init(folder: folder, name: "phrases.json", initial: PhraseBook()) }
}

/// The user's phrases, in the order in which they were added.
public struct PhraseBook: Sendable, Equatable {
  /// All phrases.
  public private(set) var phrases: [Phrase] = []

  /// Creates a book; the last phrase of each name counts.
  public init(_ phrases: [Phrase] = []) {
    for phrase in phrases { add(phrase) }
  }

  /// The groups in the order of their first phrases.
  public var groups: [String] {
    var groups: [String] = []
    for phrase in phrases {
      if let group = phrase.group, !groups.contains(group) { groups.append(group) }
    }
    return groups
  }

  /// Returns the phrases of a group, or those without one.
  public func phrases(in group: String?) -> [Phrase] {
    phrases.filter { $0.group?.lowercased() == group?.lowercased() }
  }

  /// Returns the phrase of a name, which may lack the group if that is clear; case is ignored.
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

  /// Adds a phrase or replaces the one of that name; returns whether one was replaced.
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
  /// Decodes a list of phrases, or an object of names and texts, which is easier to write by hand.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do { self.init(try container.decode([Phrase].self)) } catch let mistake {
      guard let texts = Self.texts(in: container) else { throw mistake }
      self.init(try texts.sorted { $0.key < $1.key }.map { try Phrase(name: $0.key, text: $0.value) })
    }
  }

  /// Encodes a list of phrases.
  public func encode(to encoder: any Encoder) throws { try phrases.encode(to: encoder) }

  private static func texts(in container: any SingleValueDecodingContainer) -> [String: String]? {
    // The caller reports the error of the list if this is not an object of texts either.
    do { return try container.decode([String: String].self) } catch { return nil }
  }
}

extension PhraseBook {
  /// Returns the text with phrases for their names: `@name` at the beginning of a word.
  ///
  /// An `@` inside a word, as in an e-mail address, and one without a name stay. `@@` at the beginning of a word stands
  /// for one `@`. Names within phrases are not expanded.
  public func expand(_ text: String) throws(PhraseError) -> String {
    guard text.unicodeScalars.contains("@") else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    var previous: Unicode.Scalar = " "
    while let scalar = rest.popFirst() {
      guard scalar == "@", Self.beginsWord(after: previous), let next = rest.first else {
        result.append(scalar)
        previous = scalar
        continue
      }
      if next == "@" {
        // A name behind it is not expanded, because it no longer begins a word.
        rest.removeFirst()
        result.append("@")
        previous = "@"
        continue
      }
      let name = Self.name(at: rest)
      if name.isEmpty {
        result.append(scalar)
      } else {
        result.append(contentsOf: try phrase(named: String(name)).text.unicodeScalars)
        rest = rest.dropFirst(name.count)
      }
      previous = scalar
    }
    return String(result)
  }

  private static func beginsWord(after previous: Unicode.Scalar) -> Bool {
    if previous.properties.isWhitespace { return true }
    return switch previous.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .dashPunctuation: true
    default: previous == "\"" || previous == "'" || previous == "¿" || previous == "¡"
    }
  }

  /// Returns the name at the beginning of a text, without trailing signs; empty if there is none.
  private static func name(at text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    var name = text.prefix { Phrase.isNameScalar($0) || $0 == "/" }
    while let last = name.last, last == "-" || last == "_" || last == "/" { name.removeLast() }
    return name.first.map { $0 == "-" || $0 == "_" || $0 == "/" } ?? true ? name.prefix(0) : name
  }
}
