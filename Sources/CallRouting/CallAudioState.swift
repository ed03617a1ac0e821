/// What the coordinator keeps across processes: what the user wants, and what was done for it.
public struct CallAudioState: Sendable, Equatable, Codable {
  /// What the user wants of the injection.
  public var intent: MicrophoneIntent
  /// Which streams were moved from where.
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
