import Glibc
import SystemSupport

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

  /// Changes the pronunciations, while no other program does.
  public func change<Outcome, Mistake: Error>(
    _ body: (inout PronunciationBook) throws(Mistake) -> Outcome
  ) throws(FileError) -> UserDocument.Change<Outcome, Mistake> {
    try document.change(from: PronunciationBook(), body)
  }

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

  /// A text as the user wants it spoken by a voice, and what is newly wrong with the file; markup stays as it is.
  mutating func spokenForm(
    of text: String, isSSML: Bool, by voice: Voice
  ) -> (form: SpokenForm, problem: String?) {
    guard !isSSML else { return (SpokenForm(unchanged: text), nil) }
    let (table, problem) = table(for: voice.languages.first ?? "")
    return (table.spokenForm(of: text, limit: EngineRequest.longestText), problem)
  }

  private func look() -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(
      file: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
