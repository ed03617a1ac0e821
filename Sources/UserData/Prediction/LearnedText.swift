import SystemSupport

/// What was spoken before, one line each, from which the predictor learns; in a file of the state folder.
public struct LearnedText: Sendable {
  /// The most bytes that are read; what is older is dropped when there are more.
  static let limit = 384 * 1024

  /// The file's name.
  static let name = "learned.txt"
  private static let mostBytes = 16 << 20

  private let folder: String

  /// Creates the representation of the file; it is made when something is first learned.
  public init(folder: String) { self.folder = folder }

  /// Reads the lines, and tells what is wrong with the file; a damaged one is set aside.
  public func read() throws(FileError) -> (text: String, damage: String?) {
    guard let folder = try OwnFolder.open(folder) else { return ("", nil) }
    do throws(FileError) {
      let text = try folder.read(Self.name, limit: Self.mostBytes) ?? ""
      if text.utf8.count <= Self.limit { return (text, nil) }
    } catch {
      guard Self.isDamage(error) else { throw error }
    }
    // It is read once more where nobody adds to it, or erases it, before it is replaced.
    return try folder.whileLocked(Self.name) { () throws(FileError) in try Self.mend(folder) }
  }

  private static func mend(_ folder: borrowing OwnFolder) throws(FileError) -> (text: String, damage: String?) {
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

  /// Adds a line; several programs may do so at once.
  public func append(_ line: String) throws(FileError) {
    let plain = String(line.map { $0.isNewline ? " " : $0 })
    let folder = try OwnFolder.make(folder)
    try folder.whileLocked(Self.name) { () throws(FileError) in try folder.append(plain + "\n", to: Self.name) }
  }

  /// The last lines, three quarters of what may be kept.
  private static func newest(of text: String) -> String {
    let tail = text.utf8.suffix(limit * 3 / 4)
    return String(decoding: tail.drop { $0 != 0x0A }.dropFirst(), as: UTF8.self)
  }
}
