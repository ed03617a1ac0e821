import CallRouting
import SystemSupport

/// One line from a command to the agent.
public struct Request: Decodable, Sendable, Equatable {
  /// What the agent is asked to do.
  public enum Action: Decodable, Sendable, Equatable {
    case say(SayRequest)
    /// A further piece of the utterance that the agent asked more of.
    case text(utterance: Int, text: String, isLast: Bool)
    /// `hear` is the level in decibels at which the user hears the speech too; absent for not at all.
    case enable(microphone: MicrophoneIntent.Mode, applications: [String], hear: Double? = nil)
    case disable
    /// One status report, or one after each change.
    case status(watch: Bool)
    case stop
    case skip
    /// Holds speech where it is, with the queue kept, until it is resumed, skipped or stopped.
    case pause
    case resume
    /// Says once more what was heard last; the answer is a stream of events, as for ``say(_:)``.
    case `repeat`
    /// Ends utterances that this connection asked for; they are told as skipped.
    case cancel(utterances: [Int])
    /// Everything that happens, until the connection is closed.
    case events

    /// A Boolean value that indicates whether an agent of another version makes room instead of answering.
    package var needsSameVersion: Bool {
      switch self {
      case .say, .enable, .events, .repeat: true
      case .text, .disable, .status, .stop, .skip, .pause, .resume, .cancel: false
      }
    }
  }

  /// The version of the command; an agent of another version makes room for a new one.
  public var version: String
  /// What to do.
  public var action: Action

  /// Creates a request of this version of the program.
  public init(_ action: Action) {
    self.action = action
    version = Version.current
  }
}
