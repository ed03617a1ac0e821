import CProcess

/// The environment of a process.
public enum Environment {
  /// The variables of this process.
  ///
  /// Nothing in this program changes them after its start.
  public static var current: [String: String] {
    var variables: [String: String] = [:]
    guard var next = process_environment() else { return variables }
    while let entry = next.pointee {
      let pair = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 {
        variables[String(pair[0])] = String(pair[1])
      }
      next += 1
    }
    return variables
  }
}
