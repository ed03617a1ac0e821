import SystemSupport
import UserData

/// The lines of earlier sessions, in a file that several sessions write to at once.
struct LineHistory {
  /// The most lines that are stored.
  static let limit = 1000
  private static let name = TypedText.history
  private static let mostBytes = 1 << 22

  /// The folder of the file; `nil` if nothing is stored.
  private var folder: String?
  private var last: String?

  init(folder: String?) { self.folder = folder }

  /// Returns the lines, the oldest first, and the problem with the file, if any; a damaged file is set aside.
  mutating func read() -> (lines: [String], problem: String?) {
    guard let path = folder else { return ([], nil) }
    do throws(FileError) {
      guard let folder = try OwnFolder.open(path) else { return ([], nil) }
      let (lines, problem) = try Self.read(folder)
      last = lines.last
      return (lines, problem)
    } catch {
      folder = nil
      return ([], "cannot use the history: \(error)")
    }
  }

  /// Stores a line, unless it repeats the last one.
  mutating func append(_ line: String) throws(FileError) {
    guard let path = folder, line != last else { return }
    let folder = try OwnFolder.make(path)
    try folder.whileLocked(Self.name) { () throws(FileError) in
      // Other sessions may have added lines.
      let lines = try (Self.read(folder).lines + [line]).suffix(Self.limit)
      try folder.write(lines.map { $0 + "\n" }.joined(), to: Self.name)
    }
    last = line
  }

  private static func read(_ folder: borrowing OwnFolder) throws(FileError) -> (lines: [String], problem: String?) {
    do throws(FileError) {
      guard let text = try folder.read(name, limit: mostBytes) else { return ([], nil) }
      let isDamaged = text.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || $0.value == 0x7F }
      if !isDamaged { return (text.split(separator: "\n").map(String.init), nil) }
    } catch {
      guard error.problem == .notUTF8 || error.problem == .tooLong(limit: mostBytes) else { throw error }
    }
    return ([], "the history was damaged and is now \(try folder.setAside(name))")
  }
}
