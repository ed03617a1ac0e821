import SystemSupport

/// All that is kept of what the user typed, in the state folder of one instance.
public struct TypedText: Sendable {
  /// The file with the lines of `live`.
  public static let history = "history"

  private let folder: String

  /// Creates the representation of a folder.
  public init(folder: String) { self.folder = folder }

  /// Erases it, with damaged files that were set aside; waits for whoever is writing, who would bring it back.
  public func forget() throws(FileError) {
    guard let opened = try OwnFolder.open(folder) else { return }
    for name in [Self.history, LearnedText.name] {
      try opened.whileLocked(name) { () throws(FileError) in try opened.erase(name) }
    }
  }
}
