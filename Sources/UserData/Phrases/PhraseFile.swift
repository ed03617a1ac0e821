import SystemSupport

/// The user's phrases on disk, `phrases.json`.
public struct PhraseFile: Sendable {
  private let document: UserDocument

  /// The absolute path of the file.
  public var path: String { document.path }

  /// Creates the file's representation; the file is made when something is first written.
  public init(folder: String) { document = UserDocument(folder: folder, name: "phrases.json") }

  /// Reads the phrases; a damaged file is set aside and told of.
  public func read() throws(FileError) -> (book: PhraseBook, damage: String?) {
    let contents = try document.read(PhraseBook.self)
    return (contents.value ?? PhraseBook(), contents.damage)
  }

  /// Changes the phrases, while no other program does.
  public func change<Outcome, Mistake: Error>(
    _ body: (inout PhraseBook) throws(Mistake) -> Outcome
  ) throws(FileError) -> UserDocument.Change<Outcome, Mistake> {
    try document.change(from: PhraseBook(), body)
  }
}
