import SystemSupport

/// The user's settings, `config.json`: values by name, of which unknown ones are kept.
public typealias SettingsFile = UserDocument<[String: JSONValue]>

/// The fate of the queue when a call ends.
public enum QueuePolicy: String, CaseIterable, Sendable {
  /// Cancel what was not spoken.
  case drop
  /// Keep it for the next call.
  case keep

  /// The name of the setting.
  public static let setting = "queue"
}

extension SettingsFile {
  /// Creates the document in a configuration folder.
  public init(folder: String) { self.init(folder: folder, name: "config.json", initial: [:]) }

  /// Returns the present queue policy; without a readable one, ``QueuePolicy/drop``.
  public func queue() -> QueuePolicy {
    // Commands report a file that cannot be read; to the agent it means that nothing was chosen.
    do {
      guard case .text(let name)? = try read(settingAside: false).value[QueuePolicy.setting] else { return .drop }
      return QueuePolicy(rawValue: name) ?? .drop
    } catch { return .drop }
  }
}
