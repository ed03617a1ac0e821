/// The version of this program.
public enum Version {
  /// Three numbers as Semantic Versioning has them, the same in agent and commands of one build.
  public static let current = "0.1.0"
  /// The day of its release, for the manual page.
  public static let date = "2026-11-30"
}
