/// Suggestions for misspelt names.
public enum Spelling {
  /// Returns the candidate with the fewest edits from a mistyped name, the first one of several.
  ///
  /// The result is `nil` only without candidates: however far it is, a command line names the nearest one.
  public static func closest(to name: String, in candidates: [String]) -> String? {
    let wanted = Array(name.unicodeScalars)
    return candidates.map { (name: $0, distance: distance(wanted, Array($0.unicodeScalars))) }
      .min { $0.distance < $1.distance }?.name
  }

  /// Returns up to three candidates that resemble a misspelt word, the nearest one first.
  ///
  /// A candidate counts if at most a third of the word, or two letters, differ. Case is ignored.
  public static func nearest(to word: String, in candidates: [String]) -> [String] {
    let wanted = Array(word.lowercased().unicodeScalars.prefix(64))
    let limit = max(2, wanted.count / 3)
    var found: [(name: String, distance: Int)] = []
    for candidate in candidates where !found.contains(where: { $0.name == candidate }) {
      let distance = distance(wanted, Array(candidate.lowercased().unicodeScalars))
      if distance <= limit, distance < wanted.count {
        found.append((candidate, distance))
      }
    }
    return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }

  /// Returns the Damerau-Levenshtein distance, in its form of optimal string alignment: the number of insertions,
  /// deletions, substitutions and transpositions that turn one text into the other.
  static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let substitution = last[column] + (first[row] == second[column] ? 0 : 1)
        var edits = min(substitution, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          edits = min(edits, beforeLast[column - 1] + 1)
        }
        current.append(edits)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
