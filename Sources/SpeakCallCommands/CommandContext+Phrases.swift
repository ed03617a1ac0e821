import SystemSupport
import UserData

/// What a command takes from the user's phrases.
extension CommandContext {
  /// The file of the phrases.
  func phraseFile() throws(Failure) -> PhraseFile { PhraseFile(folder: try paths().configuration) }

  /// The user's phrases; tells on standard error of a damaged file.
  func phrases() throws(Failure) -> PhraseBook {
    let file = try phraseFile()
    do throws(FileError) {
      let (book, damage) = try file.read()
      if let damage { terminal.report(TerminalText.sanitized("speakcall: \(damage).")) }
      return book
    } catch {
      throw Failure(.failure, error.description, next: error.remedy)
    }
  }

  /// Returns what somebody typed with the phrases in place of their names.
  func expandingPhrases(in text: String) throws(Failure) -> String {
    guard text.contains("@") else { return text }
    let book = try phrases()
    do throws(PhraseError) { return try book.expand(text) } catch {
      throw Failure(.usage, "\(error); @@ stands for an @ itself", next: "speakcall phrase list")
    }
  }
}
