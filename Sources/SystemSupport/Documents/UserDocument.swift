import FoundationEssentials

/// The outcome of a change of a ``UserDocument``.
public struct DocumentChange<Outcome, Mistake: Error> {
  /// The value that the change returned, or the error that it threw.
  public let result: Result<Outcome, Mistake>
  /// The damage of the file and its new name, as a clause; `nil` if there was none.
  public let damage: String?
}

/// A value in a JSON file of the user's configuration folder, which is read whole and replaced whole.
public struct UserDocument<Value: Codable & Equatable & Sendable>: Sendable {
  private static var limit: Int { 4 << 20 }

  /// The absolute path of the file.
  public var path: String { "\(folder)/\(name)" }

  private let folder: String
  private let name: String
  private let initial: Value

  /// Creates a document, whose value is `initial` without a good file; the first write creates folder and file.
  public init(folder: String, name: String, initial: Value) {
    self.folder = folder
    self.name = name
    self.initial = initial
  }

  /// Reads the value, and returns the damage of the file as a clause, if there is any.
  ///
  /// A damaged file is renamed, so that nothing overwrites it, unless `settingAside` is `false`.
  public func read(settingAside: Bool = true) throws(FileError) -> (value: Value, damage: String?) {
    guard let folder = try OwnFolder.open(folder) else { return (initial, nil) }
    let contents = try look(in: folder)
    guard settingAside, contents.damage != nil else { return contents }
    // Another program may have renamed it by now, and written a good one.
    return try folder.whileLocked(name) { () throws(FileError) in try readOrSetAside(in: folder) }
  }

  /// Changes the value under a lock and replaces the file, entirely and durably or not at all.
  ///
  /// The file is left alone if `body` throws or changes nothing.
  public func change<Outcome, Mistake: Error>(
    _ body: (inout Value) throws(Mistake) -> Outcome
  ) throws(FileError) -> DocumentChange<Outcome, Mistake> {
    let folder = try OwnFolder.make(folder)
    return try folder.whileLocked(name) { () throws(FileError) in
      let (before, damage) = try readOrSetAside(in: folder)
      var value = before
      let result = Result { () throws(Mistake) in try body(&value) }
      if case .success = result, value != before { try folder.write(Self.text(of: value), to: name) }
      return DocumentChange(result: result, damage: damage)
    }
  }

  private func readOrSetAside(
    in folder: borrowing OwnFolder
  ) throws(FileError) -> (value: Value, damage: String?) {
    let contents = try look(in: folder)
    guard let damage = contents.damage else { return contents }
    return (initial, "\(damage) and is now \(try folder.setAside(name))")
  }

  private func look(in folder: borrowing OwnFolder) throws(FileError) -> (value: Value, damage: String?) {
    let reason: String
    do throws(FileError) {
      guard let text = try folder.read(name, limit: Self.limit) else { return (initial, nil) }
      do { return (try JSONDecoder().decode(Value.self, from: Data(text.utf8)), nil) } catch {
        reason = DecodingError.reason(error)
      }
    } catch {
      guard error.problem == .notUTF8 else { throw error }
      reason = error.reason
    }
    return (initial, "\(path) is damaged (\(reason))")
  }

  /// Returns the JSON of a value, as the file holds it.
  public static func text(of value: Value) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do { return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n" } catch {
      // All documents are plain values; only a number that JSON has no form for could fail.
      preconditionFailure("cannot encode \(value): \(error)")
    }
  }
}

extension DecodingError {
  /// Returns the error in JSON, as a phrase.
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
