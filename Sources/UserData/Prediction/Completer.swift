import SystemSupport

/// A completer of typed lines that learns from spoken ones.
public final class Completer {
  /// The problem with the file of learned lines, as a clause; `nil` if there is none.
  public let problem: String?

  private var predictor: Predictor
  /// The file that learned lines are added to; `nil` to add none.
  private let file: LearnedText?

  /// Reads the learned lines of a state folder.
  ///
  /// - Parameters:
  ///   - folder: The state folder.
  ///   - isPrivate: `true` to write nothing that is learned from now on.
  ///   - phrases: Texts to learn first.
  ///   - language: The language of the system's word list.
  public init(folder: String, isPrivate: Bool, phrases: [String], language: String) {
    predictor = Predictor(words: WordList(language: language))
    for phrase in phrases { predictor.learn(phrase) }
    let file = LearnedText(folder: folder)
    do throws(FileError) {
      let (text, damage) = try file.read()
      predictor.learn(text)
      problem = damage
      self.file = isPrivate ? nil : file
    } catch {
      problem = "cannot use the learned lines: \(error)"
      self.file = nil
    }
  }

  /// Returns the most likely continuations of the line up to the cursor, likeliest first.
  public func completions(of line: String, limit: Int = 5) -> [String] { predictor.completions(of: line, limit: limit) }

  /// Learns from a spoken line.
  public func learn(_ line: String) throws(FileError) {
    predictor.learn(line)
    try file?.append(line)
  }
}
