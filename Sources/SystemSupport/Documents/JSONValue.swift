/// Any JSON value, which keeps the parts of a document that this version does not know.
public enum JSONValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  /// Reads the value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = Self.value(Bool.self, in: container) {
      self = .boolean(value)
    } else if let value = Self.value(Int.self, in: container) {
      self = .integer(value)
    } else if let value = Self.value(Double.self, in: container) {
      self = .number(value)
    } else if let value = Self.value(String.self, in: container) {
      self = .text(value)
    } else if let value = Self.value([JSONValue].self, in: container) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// The value if it is of this kind: a wrong kind is the answer to a question here, and no failure.
  private static func value<Value: Decodable>(_ type: Value.Type, in container: any SingleValueDecodingContainer)
    -> Value?
  {
    do { return try container.decode(type) } catch { return nil }
  }
}
