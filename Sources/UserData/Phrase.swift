/// A named text that the user has stored.
public struct Phrase: Sendable, Equatable, Codable {
  /// The maximum number of Unicode scalars of a name.
  static let longestName = 64

  /// The maximum number of bytes of a text.
  static let longestText = 64 * 1024

  /// The name: letters, digits, `-` and `_`, after the group and a `/` if it has a group.
  public let name: String
  /// The text.
  public let text: String

  /// The group: the part of the name before the `/`.
  var group: String? { name.split(separator: "/").dropLast().first.map(String.init) }

  /// The name without the group.
  var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// Creates a phrase with a valid name and text.
  public init(name: String, text: String) throws(PhraseError) {
    guard Self.isName(name) else { throw .badName(name) }
    guard text.contains(where: { !$0.isWhitespace }) else { throw .noText(name: name) }
    guard text.utf8.count <= Self.longestText else { throw .textTooLong(name: name, bytes: text.utf8.count) }
    self.name = name
    self.text = text
  }

  /// Decodes and validates a phrase.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(name: values.decode(String.self, forKey: .name), text: values.decode(String.self, forKey: .text))
  }

  /// Returns whether a scalar is allowed in a name, besides the `/` after the group.
  static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "-" || scalar == "_" { return true }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
  }

  private static func isName(_ name: String) -> Bool {
    guard name.unicodeScalars.count <= longestName else { return false }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        guard let first = part.unicodeScalars.first, let last = part.unicodeScalars.last else { return false }
        return part.unicodeScalars.allSatisfy(isNameScalar) && ![first, last].contains { $0 == "-" || $0 == "_" }
      }
  }
}

/// An error in a phrase, or in the name of one.
public enum PhraseError: Error, Sendable, Equatable, CustomStringConvertible {
  case badName(String)
  case noText(name: String)
  case textTooLong(name: String, bytes: Int)
  /// No phrase has the name; `nearest` is the most similar one.
  case unknown(name: String, nearest: String?)
  /// Phrases of several groups have the name.
  case ambiguous(name: String, candidates: [String])

  /// The problem, as one sentence without its full stop.
  public var description: String {
    switch self {
    case .badName(let name):
      "'\(name)' cannot name a phrase: use letters and digits, - and _ between them, and one / after a group"
    case .noText(let name): "phrase '\(name)' has no text"
    case .textTooLong(let name, let bytes): "phrase '\(name)' has \(bytes) bytes, more than \(Phrase.longestText)"
    case .unknown(let name, let nearest):
      "unknown phrase '\(name)'" + (nearest.map { " (did you mean '\($0)'?)" } ?? "")
    case .ambiguous(let name, let candidates):
      "several groups have a phrase '\(name)': \(candidates.joined(separator: ", "))"
    }
  }
}
