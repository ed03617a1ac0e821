/// A finder of the names that a misspelt word may stand for.
public enum Spelling {
  /// Returns up to three of the candidates most like a misspelt word, nearest first.
  ///
  /// A candidate counts if at most a third of the word, or two letters, would have to change. Case is ignored.
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

  /// Returns the Levenshtein distance: the number of scalars to insert, remove or replace.
  private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var row = Array(0...second.count)
    for (line, scalar) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in second.indices {
        let replaced = diagonal + (scalar == second[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}
