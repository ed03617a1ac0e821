/// The coordinator's state, which outlives its process: the user's intent, and the changes made for it.
public struct CallAudioState: Sendable, Equatable, Codable {
  /// The user's intent.
  public var intent: MicrophoneIntent
  /// The streams that were moved, and their origins.
  public var ledger: AttachmentLedger

  /// Injection off and nothing moved.
  public static let initial = CallAudioState(intent: .off, ledger: AttachmentLedger())

  /// Creates a state.
  public init(intent: MicrophoneIntent, ledger: AttachmentLedger) {
    self.intent = intent
    self.ledger = ledger
  }
}

/// The coordinator's state together with what is on disk: it is saved before anything on the server depends on it.
struct SavedState {
  var current: CallAudioState
  /// The reason that the state on disk is not the current one.
  private(set) var problem: String?
  private var saved: CallAudioState
  private let write: @Sendable (CallAudioState) throws(CallAudioError) -> Void

  init(_ state: CallAudioState, write: @escaping @Sendable (CallAudioState) throws(CallAudioError) -> Void) {
    current = state
    saved = state
    self.write = write
  }

  /// Saves the state if it has changed.
  mutating func save() throws(CallAudioError) {
    if current != saved { try write(current) }
    saved = current
    problem = nil
  }

  /// Saves the state, or keeps the reason for status; for changes that must be made all the same, such as switching off.
  mutating func trySaving() {
    do { try save() } catch { problem = error.description }
  }

  /// Changes the user's intent.
  ///
  /// Switching on is undone if it cannot be saved; switching off is not.
  mutating func change(to intent: MicrophoneIntent) throws(CallAudioError) {
    let before = current
    current.intent = intent
    guard intent.isEnabled else { return trySaving() }
    current.ledger.forgetLeft()
    do { try save() } catch {
      current = before
      throw error
    }
  }
}

/// The user's intent for the injection.
public struct MicrophoneIntent: Sendable, Equatable, Codable {
  /// The ways to treat the real microphone while speech is injected.
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
  /// The treatment of the real microphone.
  public var mode: Mode
  /// The apps whose calls are attached, by application name or program; all when empty.
  public var applications: [String]
  /// The level at which the user hears speech on the default output too, in decibels relative to the call; `nil` for off.
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

  /// Returns whether the calls of an app are meant.
  public func includes(_ stream: CallStream) -> Bool {
    guard !applications.isEmpty else { return true }
    let names = [stream.application.lowercased(), stream.binary?.lowercased() ?? ""]
    return applications.contains { names.contains($0.lowercased()) }
  }
}
