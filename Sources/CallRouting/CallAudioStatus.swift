import UserData

/// The calls, the virtual microphone and the user's intent at one moment.
public struct CallAudioStatus: Sendable {
  /// The user's intent.
  public let intent: MicrophoneIntent
  /// Advice to a user who hears speech on the default output too.
  public let hearingAdvice: String?
  /// The streams that are calls.
  public let calls: [CallStream]
  /// The streams that record but are no calls.
  public let others: [CallStream]
  /// The streams that the server refuses to move.
  public let unmovable: Set<UInt32>
  /// The streams that their user moved away.
  public let left: Set<UInt32>
  /// A Boolean value that indicates whether call apps can read the virtual microphone.
  public let isPresent: Bool
  /// The number of streams that read it.
  public let readers: Int
  /// The real microphone that is mixed in.
  public let realMicrophone: String?
  /// The name of the server; `nil` if none answers.
  public let serverName: String?
  /// The version of the server.
  public let serverVersion: String?
  /// Problems of the setup, one sentence each.
  public let problems: [String]

  init(_ view: CallView, problems: [String]) {
    let (snapshot, parts) = (view.observation.snapshot, view.observation.parts)
    let readers = snapshot?.sourceOutputs.filter { $0.source == parts?.source?.index && $0.client != nil }
    intent = view.intent
    hearingAdvice = view.hearingAdvice
    calls = view.observation.calls
    others = view.observation.others
    unmovable = view.state.ledger.unmovable
    left = view.state.ledger.left
    isPresent = parts?.isComplete ?? false
    self.readers = readers?.count ?? 0
    realMicrophone = parts?.loopbacks.first?.microphone
    serverName = snapshot?.info.name
    serverVersion = snapshot?.info.version
    self.problems = problems
  }
}

/// A change that the owner of ``CallAudio`` is notified of.
public enum CallAudioChange: Sendable, Equatable {
  case callStarted(application: String)
  case callEnded(application: String)
  /// A value that indicates whether some call hears the virtual microphone; repeated when none does and none is expected any more.
  case reachable(Bool)
  /// Somebody else removed the source that calls read; it is being made again.
  case microphoneLost
  case injection(MicrophoneIntent)
  case permission(Permission)
  case server(isConnected: Bool)
}
