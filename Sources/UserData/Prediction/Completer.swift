import SystemSupport

/// What somebody who types is likely to type next, learned from what was spoken before.
public final class Completer {
  /// What was wrong with the file of what was learned, one sentence without its full stop.
  public let problem: String?

  private var predictor: Predictor
  /// Where lines are kept; `nil` when nothing is.
  private let kept: LearnedText?

  /// Reads what was learned in a state folder.
  ///
  /// - Parameters:
  ///   - folder: The state folder.
  ///   - isPrivate: Nothing of what is learned from now on is kept.
  ///   - phrases: Texts that are likely from the beginning.
  ///   - language: The language of the system's word list.
  public init(folder: String, isPrivate: Bool, phrases: [String], language: String) {
    predictor = Predictor(words: WordList(language: language))
    for phrase in phrases { predictor.learn(phrase) }
    let file = LearnedText(folder: folder)
    do throws(FileError) {
      let (text, damage) = try file.read()
      predictor.learn(text)
      problem = damage
      kept = isPrivate ? nil : file
    } catch {
      problem = "what was learned cannot be used: \(error)"
      kept = nil
    }
  }

  /// Returns the ways in which the line up to the cursor probably goes on, the likeliest first; each is what would be
  /// added to it.
  public func completions(of line: String, limit: Int = 5) -> [String] { predictor.completions(of: line, limit: limit) }

  /// Learns from a line that was spoken.
  public func learn(_ line: String) throws(FileError) {
    predictor.learn(line)
    try kept?.append(line)
  }
}
