import Glibc

/// The user's pronunciations on disk, `pronunciations.json`, read again whenever the file has changed.
public struct PronunciationFile: Sendable {
  /// What tells one state of the file from another.
  private struct Identity: Equatable {
    let file: ino_t
    let size: off_t
    let seconds: Int
    let nanoseconds: Int
  }

  private let document: UserDocument
  private var identity: Identity?
  private var book = PronunciationBook()
  private var table: PronunciationTable?

  /// The absolute path of the file.
  public var path: String { document.path }

  /// Creates the file's representation; the file is made when something is first written.
  public init(folder: String) { document = UserDocument(folder: folder, name: "pronunciations.json") }

  /// Reads the pronunciations; a damaged file is set aside and told of.
  public func read() throws(FileError) -> (book: PronunciationBook, damage: String?) {
    let contents = try document.read(PronunciationBook.self)
    return (contents.value ?? PronunciationBook(), contents.damage)
  }

  /// Replaces the pronunciations.
  public func write(_ book: PronunciationBook) throws(FileError) { try document.write(book) }

  /// The pronunciations of this moment for a language, and what is newly wrong with the file.
  ///
  /// One look at the file's status tells whether it has changed, so that what was written before an utterance always
  /// counts for it; a notice from the kernel could come too late.
  mutating func table(for language: String) -> (table: PronunciationTable, problem: String?) {
    var problem: String?
    let now = look()
    if now != identity {
      identity = now
      book = PronunciationBook()
      table = nil
      do throws(FileError) { (book, problem) = try read() } catch { problem = "\(error); no pronunciations count" }
    }
    if let table, table.language == language { return (table, problem) }
    let table = PronunciationTable(book, language: language)
    self.table = table
    return (table, problem)
  }

  private func look() -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(
      file: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
