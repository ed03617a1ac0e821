import Glibc
import SystemSupport
import TextProcessing

/// The user's pronunciations on disk, `pronunciations.json`.
public typealias PronunciationFile = UserDocument<PronunciationBook>

extension PronunciationFile {
  /// Creates the document in a configuration folder.
  public init(folder: String) {
    self.init(folder: folder, name: "pronunciations.json", initial: PronunciationBook())
  }
}

/// The user's pronunciations, in the order in which they were added.
public struct PronunciationBook: Sendable, Equatable, Codable {
  /// All pronunciations.
  public private(set) var entries: [Pronunciation]

  /// Creates a book.
  public init(_ entries: [Pronunciation] = []) { self.entries = entries }

  /// Decodes a list of pronunciations.
  public init(from decoder: any Decoder) throws { entries = try [Pronunciation](from: decoder) }

  /// Encodes a list of pronunciations.
  public func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }

  /// Adds a pronunciation in place of one of the same word, language and case.
  public mutating func add(_ entry: Pronunciation) {
    entries.removeAll { other in
      other.language == entry.language && other.matchesCase == entry.matchesCase
        && (entry.matchesCase ? other.word == entry.word : other.word.lowercased() == entry.word.lowercased())
    }
    entries.append(entry)
  }

  /// Removes the pronunciations of a word, in one language if it is given, and returns their number.
  public mutating func remove(_ word: String, language: String? = nil) -> Int {
    let count = entries.count
    let language = language.map(LanguageTag.normalize)
    entries.removeAll {
      $0.word.lowercased() == word.lowercased() && (language == nil || $0.language == language)
    }
    return count - entries.count
  }
}

/// The pronunciations that apply to speech, read again whenever their file changes.
struct PronunciationSource: Sendable {
  /// The attributes that change with the file.
  private struct Identity: Equatable {
    let file: ino_t
    let size: off_t
    let seconds: Int
    let nanoseconds: Int
  }

  private let document: PronunciationFile?
  private var identity: Identity?
  private var book = PronunciationBook()
  private var table: PronunciationTable?

  /// Creates the source for a configuration folder; `nil` has no pronunciations.
  init(folder: String?) { document = folder.map { PronunciationFile(folder: $0) } }

  /// Returns a text as the user wants a voice to speak it, and a new problem with the file; markup is left alone.
  mutating func spokenForm(of text: String, isSSML: Bool, by voice: Voice) -> (form: SpokenForm, problem: String?) {
    guard let document, !isSSML else { return (SpokenForm(unchanged: text), nil) }
    let problem = update(from: document)
    let language = voice.languages.first ?? ""
    let table = table.flatMap { $0.language == language ? $0 : nil } ?? PronunciationTable(book, language: language)
    self.table = table
    return (table.spokenForm(of: text, limit: EngineRequest.longestText), problem)
  }

  /// Reads the file if it has changed, and returns the problem with it.
  ///
  /// The status of the file is checked before each utterance, because a notice from the kernel could come too late for
  /// one that follows the change.
  private mutating func update(from document: PronunciationFile) -> String? {
    let now = Self.identity(of: document.path)
    guard now != identity else { return nil }
    identity = now
    book = PronunciationBook()
    table = nil
    do throws(FileError) {
      let (read, damage) = try document.read()
      book = read
      return damage
    } catch {
      return "\(error); no pronunciations apply"
    }
  }

  private static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(
      file: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
