import SystemSupport

/// The user's settings on disk, `config.json`: names and values, of which those that nobody knows are kept.
public struct SettingsFile: Sendable {
  /// What becomes of the queue when a call ends.
  public enum QueuePolicy: String, CaseIterable, Sendable {
    /// What has not been said is dropped, and its callers are told.
    case drop
    /// It waits for the next call.
    case keep
  }

  /// The name under which the policy stands in the file.
  public static let queuePolicy = "queue"

  private let document: UserDocument

  /// The absolute path of the file.
  public var path: String { document.path }

  /// Creates the file's representation; the file is made when something is first written.
  public init(folder: String) { document = UserDocument(folder: folder, name: "config.json") }

  /// Reads the settings; a damaged file is told of and, unless it is only looked at, set aside.
  public func read(settingAside: Bool = true) throws(FileError) -> (values: [String: JSONValue], damage: String?) {
    let contents = try document.read([String: JSONValue].self, settingAside: settingAside)
    return (contents.value ?? [:], contents.damage)
  }

  /// Changes the settings, while no other program does.
  public func change<Outcome, Mistake: Error>(
    _ body: (inout [String: JSONValue]) throws(Mistake) -> Outcome
  ) throws(FileError) -> UserDocument.Change<Outcome, Mistake> {
    try document.change(from: [:], body)
  }

  /// The queue policy of this moment; what cannot be read counts as none.
  public func queue() -> QueuePolicy {
    // A command reports what is wrong with the file; to the agent it only means that nothing was chosen.
    do {
      guard case .text(let name)? = try read(settingAside: false).values[Self.queuePolicy] else { return .drop }
      return QueuePolicy(rawValue: name) ?? .drop
    } catch { return .drop }
  }
}
