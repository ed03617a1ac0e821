/// A stream that records what its user says, with what is known about it.
public struct CallStream: Sendable, Equatable {
  /// Whether the stream is taking sound at the moment.
  public enum State: String, Sendable, Codable {
    case active
    /// The app has corked its stream, as call apps do on hold.
    case held
  }

  /// The index of the source output.
  public let index: UInt32
  /// The name that the app shows its users; outside text.
  public let application: String
  /// The file name of the app's program.
  public let binary: String?
  /// The process that owns the stream.
  public let processID: Int32?
  /// Whether the stream takes sound or is on hold.
  public let state: State
  /// The name of the source that it reads.
  public let source: String
  /// A Boolean value that indicates whether it reads the virtual microphone.
  public let isAttached: Bool
  /// Why it is, or is not, a call; one short phrase.
  public let reason: String
}
