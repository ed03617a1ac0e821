/// What the user wants of the injection.
public struct MicrophoneIntent: Sendable, Equatable, Codable {
  /// What happens to the real microphone while speech is injected.
  public enum Mode: String, Sendable, Codable, CaseIterable {
    /// Real microphone and speech together.
    case mix
    /// The real microphone is turned down by 20 dB while speech is heard.
    case duck
    /// Speech only.
    case mute
  }

  /// A Boolean value that indicates whether speech is switched into calls.
  public var isEnabled: Bool
  /// What happens to the real microphone meanwhile.
  public var mode: Mode
  /// The apps whose calls are attached, by application name or program; all when empty.
  public var applications: [String]
  /// How loud the user hears the speech on the default output too, in decibels of its level; nil for not at all.
  public var hear: Double?

  /// Injection off, which is how a new user begins.
  public static let off = MicrophoneIntent(isEnabled: false, mode: .mix, applications: [])

  /// Creates an intent.
  public init(isEnabled: Bool, mode: Mode, applications: [String], hear: Double? = nil) {
    self.isEnabled = isEnabled
    self.mode = mode
    self.applications = applications
    self.hear = hear
  }

  /// Tells whether the calls of an app are meant.
  public func includes(_ stream: CallStream) -> Bool {
    guard !applications.isEmpty else { return true }
    let names = [stream.application.lowercased(), stream.binary?.lowercased() ?? ""]
    return applications.contains { names.contains($0.lowercased()) }
  }
}
