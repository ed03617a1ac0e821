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
