/// The search for the name that a mistyped one was meant to be.
enum NearestName {
  /// Returns the candidate with the fewest edits from `name`, the first one of several.
  static func to(_ name: String, in candidates: [String]) -> String? {
    candidates.map { (candidate: $0, distance: distance(name, $0)) }.min { $0.distance < $1.distance }?.candidate
  }

  /// The Damerau-Levenshtein distance, in its form of optimal string alignment: the number of insertions, deletions,
  /// substitutions and swaps of neighbours that turn one text into the other.
  static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first), second = Array(second)
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
