import SystemSupport

/// The file of spoken lines that the predictor learns from, in a state folder.
struct LearnedText: Sendable {
  /// The maximum number of bytes to keep; a longer file loses its oldest lines.
  static let limit = 384 * 1024

  /// The file's name.
  static let name = "learned.txt"
  private static let mostBytes = 16 << 20

  private let folder: String

  /// Creates the representation of the file, which the first line creates.
  init(folder: String) { self.folder = folder }

  /// Reads the lines; renames a damaged file and returns the damage as a clause.
  func read() throws(FileError) -> (text: String, damage: String?) {
    guard let folder = try OwnFolder.open(folder) else { return ("", nil) }
    do throws(FileError) {
      let text = try folder.read(Self.name, limit: Self.mostBytes) ?? ""
      if text.utf8.count <= Self.limit { return (text, nil) }
    } catch {
      guard Self.isDamage(error) else { throw error }
    }
    // Read it again under the lock, because another program may have changed it.
    return try folder.whileLocked(Self.name) { () throws(FileError) in try Self.repair(folder) }
  }

  private static func repair(_ folder: borrowing OwnFolder) throws(FileError) -> (text: String, damage: String?) {
    do throws(FileError) {
      let text = try folder.read(name, limit: mostBytes) ?? ""
      guard text.utf8.count > limit else { return (text, nil) }
      let newest = newest(of: text)
      try folder.write(newest, to: name)
      return (newest, nil)
    } catch {
      guard isDamage(error) else { throw error }
      let reason = error.description
      return ("", "\(reason); it is now \(try folder.setAside(name))")
    }
  }

  private static func isDamage(_ error: FileError) -> Bool {
    error.problem == .notUTF8 || error.problem == .tooLong(limit: mostBytes)
  }

  /// Adds a line; several programs may do this at once.
  func append(_ line: String) throws(FileError) {
    let plain = String(line.map { $0.isNewline ? " " : $0 })
    let folder = try OwnFolder.make(folder)
    try folder.whileLocked(Self.name) { () throws(FileError) in try folder.append(plain + "\n", to: Self.name) }
  }

  /// Returns the newest lines, up to three quarters of the limit.
  private static func newest(of text: String) -> String {
    let tail = text.utf8.suffix(limit * 3 / 4)
    return String(decoding: tail.drop { $0 != 0x0A }.dropFirst(), as: UTF8.self)
  }
}

/// Everything kept of what the user typed, in the state folder of one instance.
public struct TypedText: Sendable {
  /// The name of the file with the lines of `live`.
  public static let history = "history"

  private let folder: String

  /// Creates the representation of a state folder.
  public init(folder: String) { self.folder = folder }

  /// Erases all files, including damaged ones that were renamed.
  ///
  /// It takes the lock of each file, because a program that is writing would bring it back.
  public func forget() throws(FileError) {
    guard let opened = try OwnFolder.open(folder) else { return }
    for name in [Self.history, LearnedText.name] {
      try opened.whileLocked(name) { () throws(FileError) in try opened.erase(name) }
    }
  }
}
