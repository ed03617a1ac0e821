extension CallAudio {
  /// What stands on the server and what is wanted of it, at one moment.
  public struct Look: Sendable {
    /// What the user wants.
    public let intent: MicrophoneIntent
    /// What the user who hears the speech too should know.
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
    /// How many streams read it.
    public let readers: Int
    /// The real microphone that is mixed in.
    public let realMicrophone: String?
    /// The name of the server; nil when none answers.
    public let serverName: String?
    /// The version of the server.
    public let serverVersion: String?
    /// What stands in the way, one sentence each.
    public let problems: [String]
  }

  /// Looks at the server anew, after what was to be done there is done.
  public func look() async -> Look {
    var problems: [String] = []
    do {
      try await connect()
      try await settle()
    } catch {
      problems.append("\(error)")
    }
    let parts = snapshot.map { MicrophoneParts(of: microphone, in: $0) }
    if volumeGuard.isExhausted() {
      problems.append(
        "an app keeps changing the volume of \(microphone.description); turn off its automatic gain control")
    }
    if let unsaved { problems.append(unsaved) }
    let readers = snapshot?.sourceOutputs.filter { $0.source == parts?.source?.index && $0.client != nil }
    return Look(
      intent: state.intent, hearingAdvice: hearingAdvice, calls: calls, others: others,
      unmovable: state.ledger.unmovable, left: state.ledger.left, isPresent: parts?.isComplete ?? false,
      readers: readers?.count ?? 0,
      realMicrophone: parts?.loopbacks.first?.microphone, serverName: snapshot?.info.name,
      serverVersion: snapshot?.info.version, problems: problems)
  }
}
