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

  /// What became of a change.
  public struct Change<Outcome, Mistake: Error> {
    /// What the change returned, or why it was given up.
    public let result: Result<Outcome, Mistake>
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
    let contents = try look(type, in: folder)
    guard settingAside, contents.damage != nil else { return contents }
    // Another program may have set it aside by now, and written a good one.
    return try folder.whileLocked(name) { () throws(FileError) in try readOrSetAside(type, in: folder) }
  }

  /// Lets `body` change the value, which is `initial` without a good file, and replaces the file, entirely and durably or
  /// not at all; no other program changes it meanwhile.
  ///
  /// A change that `body` gives up by throwing, or that changes nothing, leaves the file as it is.
  public func change<Value: Codable & Equatable & Sendable, Outcome, Mistake: Error>(
    from initial: Value, _ body: (inout Value) throws(Mistake) -> Outcome
  ) throws(FileError) -> Change<Outcome, Mistake> {
    let folder = try OwnFolder.make(folder)
    return try folder.whileLocked(name) { () throws(FileError) in
      let contents = try readOrSetAside(Value.self, in: folder)
      let before = contents.value ?? initial
      var value = before
      let result = Result { () throws(Mistake) in try body(&value) }
      if case .success = result, value != before { try folder.write(Self.text(of: value), to: name) }
      return Change(result: result, damage: contents.damage)
    }
  }

  private func readOrSetAside<Value: Decodable & Sendable>(
    _ type: Value.Type, in folder: borrowing OwnFolder
  ) throws(FileError) -> Contents<Value> {
    let contents = try look(type, in: folder)
    guard let damage = contents.damage else { return contents }
    return Contents(value: nil, damage: "\(damage) and is now \(try folder.setAside(name))")
  }

  private func look<Value: Decodable & Sendable>(
    _ type: Value.Type, in folder: borrowing OwnFolder
  ) throws(FileError) -> Contents<Value> {
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
    return Contents(value: nil, damage: "\(path) is damaged (\(reason))")
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
