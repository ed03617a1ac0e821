import FoundationEssentials

/// A file of JSON in the user's configuration folder, which is read whole and replaced whole.
public struct UserDocument: Sendable {
  /// What a look at the file brought.
  public struct Contents<Value: Sendable>: Sendable {
    /// The value; `nil` when there is no file, or only a damaged one.
    public let value: Value?
    /// What was wrong with the file, and where it is now; one sentence without its full stop.
    public let damage: String?
  }

  private static let limit = 4 << 20

  /// The absolute path of the file.
  public var path: String { "\(folder)/\(name)" }

  private let folder: String
  private let name: String

  /// Creates the document; folder and file are made when something is first written.
  public init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Reads the file; a damaged one is given another name, so that nothing overwrites it, unless it is only looked at.
  public func read<Value: Decodable & Sendable>(
    _ type: Value.Type, settingAside: Bool = true
  ) throws(FileError) -> Contents<Value> {
    guard let folder = try OwnFolder.open(folder) else { return Contents(value: nil, damage: nil) }
    let reason: String
    do throws(FileError) {
      guard let text = try folder.read(name, limit: Self.limit) else { return Contents(value: nil, damage: nil) }
      do { return Contents(value: try JSONDecoder().decode(type, from: Data(text.utf8)), damage: nil) } catch {
        reason = Self.reason(error)
      }
    } catch {
      guard error.problem == .notUTF8 else { throw error }
      reason = error.reason
    }
    let damage = "\(path) is damaged (\(reason))"
    guard settingAside else { return Contents(value: nil, damage: damage) }
    return Contents(value: nil, damage: "\(damage) and is now \(try folder.setAside(name))")
  }

  /// Replaces the file: entirely and durably, or not at all.
  public func write(_ value: some Encodable) throws(FileError) {
    try OwnFolder.make(folder).write(Self.text(of: value), to: name)
  }

  /// The JSON of a value, as it stands in the file.
  public static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do { return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n" } catch {
      // All documents are plain values; only a number that JSON has no form for could fail.
      preconditionFailure("cannot encode \(value): \(error)")
    }
  }

  /// What is wrong with JSON, as a phrase.
  public static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "\(place(context))“\(key.stringValue)” is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(place(context))not the kind of value that belongs there"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      place(context) + context.debugDescription
    case is DecodingError: "not JSON"
    default: "\(error)"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    context.codingPath.isEmpty
      ? ""
      : context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }
        .joined(separator: ".") + ": "
  }
}
