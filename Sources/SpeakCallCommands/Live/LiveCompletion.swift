import SystemSupport
import UserData

/// The completions of a line in `live`.
struct LiveCompletion {
  /// Reads what was learned, and returns the problem with it, if any.
  var prepare: () -> String? = { nil }
  /// Returns the stored phrases, in the order of their numbers.
  var phrases: () -> [Phrase] = { [] }
  /// Returns a line with phrases in place of their names.
  var expanded: (String) throws(Failure) -> String = { (text) throws(Failure) in text }
  /// Returns predictions after the line up to the cursor: the rest of the word, and words after it.
  var suggestions: (String) -> [String] = { _ in [] }
  /// Learns from a line that was spoken.
  var learn: (String) throws(FileError) -> Void = { (_) throws(FileError) in }

  /// Creates a completion of slash commands alone.
  init() {}

  /// Creates a completion from what was learned, and from the phrases, which another shell may change at any time.
  init(_ context: CommandContext, isPrivate: Bool) throws(Failure) {
    let file = try context.phraseFile()
    let late = LateCompleter(make: try context.completer(isPrivate: isPrivate))
    prepare = { late.completer.problem }
    suggestions = { late.completer.completions(of: $0) }
    learn = { (line) throws(FileError) in try late.completer.learn(line) }
    let book = { () throws(FileError) in try file.read().value }
    // An unreadable file is reported when a line refers to a phrase.
    phrases = { do { return try book().phrases } catch { return [] } }
    expanded = { (text) throws(Failure) in
      guard text.contains("@") else { return text }
      let known: PhraseBook
      do throws(FileError) { known = try book() } catch {
        throw Failure(.failure, error.description, next: error.remedy)
      }
      return try known.expanding(text)
    }
  }

  /// Returns the texts that may follow the line up to the cursor, the likeliest first.
  func continuations(of line: String) -> [String] {
    if line.hasPrefix("/") { return Self.rest(of: line, among: SlashCommand.completions) }
    if let name = line.split(separator: " ", omittingEmptySubsequences: false).last, name.hasPrefix("@") {
      return Self.rest(of: String(name.dropFirst()), among: phrases().map(\.name))
    }
    return suggestions(line)
  }

  /// Returns the likeliest continuation, if the cursor is at the end of the line.
  func suggestion(after line: String, cursor: Int) -> String {
    guard cursor == line.unicodeScalars.count, !line.isEmpty else { return "" }
    return continuations(of: line).first ?? ""
  }

  /// Returns the ends of the names that begin with `start`.
  private static func rest(of start: String, among names: [String]) -> [String] {
    names.filter { $0.hasPrefix(start) && $0 != start }.map { String($0.dropFirst(start.count)) }
  }

  /// Returns the common beginning of several texts.
  static func commonStart(of texts: [String]) -> String {
    guard var common = texts.first else { return "" }
    for text in texts { common = String(zip(common, text).prefix { $0 == $1 }.map(\.0)) }
    return common
  }
}

/// A completer that is created at its first use.
private final class LateCompleter {
  private(set) lazy var completer = make()
  private let make: () -> Completer

  init(make: @escaping () -> Completer) { self.make = make }
}
