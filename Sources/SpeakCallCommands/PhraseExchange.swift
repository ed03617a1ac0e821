import FoundationEssentials
import Glibc
import SystemSupport
import UserData

/// Phrases in files of the user's choice.
enum PhraseExchange {
  private static let limit = 4 << 20

  /// Reads the phrases of a JSON file, or of standard input for `-`.
  static func phrases(in path: String, of context: CommandContext) throws(Failure) -> [Phrase] {
    var input =
      path == "-"
      ? TextInput(descriptor: context.terminal.input, name: "standard input") : try TextInput(file: path)
    let text = try input.whole(limit: limit)
    do { return try JSONDecoder().decode(PhraseBook.self, from: Data(text.utf8)).phrases } catch {
      throw Failure(
        .dataError, "'\(path)' holds no phrases: \(DecodingError.reason(error))", next: "speakcall help phrase")
    }
  }

  /// Writes the phrases as JSON, entirely or not at all.
  static func write(_ book: PhraseBook, to path: String?, in context: CommandContext) throws(Failure) {
    let text = UserDocument.text(of: book)
    guard let path, path != "-" else { return try context.terminal.write(text) }
    let temporary = "\(path).\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw cannotWrite(path) }
    do throws(Failure) {
      defer { close(file) }
      try Terminal(output: file, environment: [:]).write(text)
      guard rename(temporary, path) == 0 else { throw cannotWrite(path) }
    } catch {
      unlink(temporary)
      throw Failure(.cannotCreate, "cannot write '\(path)': \(error.message)")
    }
  }

  private static func cannotWrite(_ path: String) -> Failure {
    Failure(.cannotCreate, "cannot write '\(path)': \(String(cString: strerror(errno)))")
  }
}
