/// What `live` knows that a line can go on with.
struct LiveCompletion {
  /// A text that a key speaks.
  struct Phrase: Equatable {
    let name: String
    let text: String
  }

  /// The stored phrases, in the order in which they are numbered.
  var phrases: () -> [Phrase] = { [] }
  /// The text of a line with its phrases in place of their names.
  var expanded: (String) throws(Failure) -> String = { (text) throws(Failure) in text }
  /// What the line up to the cursor probably goes on with: the rest of the word, and words behind it.
  var suggestions: (String) -> [String] = { _ in [] }
  /// Learns from a line that was spoken.
  var learn: (String) -> Void = { _ in }

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
