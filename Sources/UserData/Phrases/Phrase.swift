/// A stored text with a name.
public struct Phrase: Sendable, Equatable, Codable {
  /// The most Unicode scalars of a name.
  public static let longestName = 64

  /// The most bytes of a text.
  public static let longestText = 64 * 1024

  /// The name: letters, digits, `-` and `_`, with the group and a `/` before it if it has one.
  public let name: String
  /// The text.
  public let text: String

  /// The group, which is what stands before the `/`.
  public var group: String? { name.split(separator: "/").dropLast().first.map(String.init) }

  /// The name without the group.
  public var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// Creates a phrase; throws what is wrong with its name or text.
  public init(name: String, text: String) throws(PhraseError) {
    guard Self.isName(name) else { throw .badName(name) }
    guard text.contains(where: { !$0.isWhitespace }) else { throw .noText(name: name) }
    guard text.utf8.count <= Self.longestText else { throw .textTooLong(name: name, bytes: text.utf8.count) }
    self.name = name
    self.text = text
  }

  /// Reads a phrase and checks it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(name: values.decode(String.self, forKey: .name), text: values.decode(String.self, forKey: .text))
  }

  /// A Boolean value that indicates whether a scalar may stand in a name, besides the `/` behind the group.
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
