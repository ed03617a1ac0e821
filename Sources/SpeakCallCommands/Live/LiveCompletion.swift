import SystemSupport
import UserData

/// What `live` knows that a line can go on with.
struct LiveCompletion {
  /// Reads what was learned, unless something else has asked for it before, and tells what is wrong with it.
  var prepare: () -> String? = { nil }
  /// The stored phrases, in the order in which they are numbered.
  var phrases: () -> [Phrase] = { [] }
  /// The text of a line with its phrases in place of their names.
  var expanded: (String) throws(Failure) -> String = { (text) throws(Failure) in text }
  /// What the line up to the cursor probably goes on with: the rest of the word, and words behind it.
  var suggestions: (String) -> [String] = { _ in [] }
  /// Learns from a line that was spoken.
  var learn: (String) throws(FileError) -> Void = { (_) throws(FileError) in }

  /// Creates a completion that knows nothing but the commands.
  init() {}

  /// Creates a completion from what was learned and from the user's phrases, which are read anew each time, for another
  /// shell may add some.
  init(_ context: CommandContext, isPrivate: Bool) throws(Failure) {
    let file = try context.phraseFile()
    let late = LateCompleter(make: try context.completer(isPrivate: isPrivate))
    prepare = { late.completer.problem }
    suggestions = { late.completer.completions(of: $0) }
    learn = { (line) throws(FileError) in try late.completer.learn(line) }
    let book = { () throws(FileError) in try file.read().book }
    // A file that cannot be read is told of when a name in a line asks for it.
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

  /// The ways in which the line up to the cursor can go on, the likeliest first; each is what would be added to it.
  func continuations(of line: String) -> [String] {
    if line.hasPrefix("/") { return Self.rest(of: line, among: LiveCommandName.completions) }
    if let name = line.split(separator: " ", omittingEmptySubsequences: false).last, name.hasPrefix("@") {
      return Self.rest(of: String(name.dropFirst()), among: phrases().map(\.name))
    }
    return suggestions(line)
  }

  /// The ends of the names that begin with `start`.
  private static func rest(of start: String, among names: [String]) -> [String] {
    names.filter { $0.hasPrefix(start) && $0 != start }.map { String($0.dropFirst(start.count)) }
  }

  /// What several texts begin with.
  static func commonStart(of texts: [String]) -> String {
    guard var common = texts.first else { return "" }
    for text in texts { common = String(zip(common, text).prefix { $0 == $1 }.map(\.0)) }
    return common
  }
}

/// A completer that is made when it is asked for the first time.
private final class LateCompleter {
  private(set) lazy var completer = make()
  private let make: () -> Completer

  init(make: @escaping () -> Completer) { self.make = make }
}
