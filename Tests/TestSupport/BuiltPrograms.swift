import Foundation

/// The programs that are built beside the tests.
public enum BuiltPrograms {
  /// The folder that holds them.
  public static let folder =
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path

  /// The program under test.
  public static let speakcall = folder + "/speakcall"
}
