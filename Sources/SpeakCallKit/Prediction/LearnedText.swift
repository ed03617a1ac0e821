/// What was spoken before, one line each, from which the predictor learns; in a file of the state folder.
public struct LearnedText: Sendable {
  /// The most bytes that are read; what is older is dropped when there are more.
  static let limit = 384 * 1024

  private static let name = "learned.txt"
  private static let mostBytes = 16 << 20

  private let folder: String

  /// Creates the representation of the file; it is made when something is first learned.
  public init(folder: String) { self.folder = folder }

  /// Reads the lines, and tells what is wrong with the file; a damaged one is set aside.
  public func read() throws(FileError) -> (text: String, damage: String?) {
    guard let folder = try OwnFolder.open(folder) else { return ("", nil) }
    do throws(FileError) {
      guard let text = try folder.read(Self.name, limit: Self.mostBytes) else { return ("", nil) }
      guard text.utf8.count > Self.limit else { return (text, nil) }
      let newest = Self.newest(of: text)
      try folder.write(newest, to: Self.name)
      return (newest, nil)
    } catch {
      guard error.problem == .notUTF8 || error.problem == .tooLong(limit: Self.mostBytes) else { throw error }
      let reason = error.description
      return ("", "\(reason); it is now \(try folder.setAside(Self.name))")
    }
  }

  /// Adds a line; several programs may do so at once.
  public func append(_ line: String) throws(FileError) {
    let plain = String(line.map { $0.isNewline ? " " : $0 })
    try OwnFolder.make(folder).append(plain + "\n", to: Self.name)
  }

  /// Erases what was learned.
  public func forget() throws(FileError) { try OwnFolder.open(folder)?.remove(Self.name) }

  /// The last lines, three quarters of what may be kept.
  private static func newest(of text: String) -> String {
    let tail = text.utf8.suffix(limit * 3 / 4)
    return String(decoding: tail.drop { $0 != 0x0A }.dropFirst(), as: UTF8.self)
  }
}
