import PulseAudio

/// Distinguishes call streams from meters, recorders and the server's own streams.
///
/// A stream is a call when it has the role of a phone, belongs to a known call app, records and plays in the same
/// process, or was pointed at the virtual microphone by its user; none of it counts for meters, monitors of an output,
/// filters and streams of modules.
public struct CallDetector: Sendable {
  /// The kind of a source output.
  public enum Verdict: Sendable, Equatable {
    case call(reason: String)
    case other(reason: String)
    /// The server's plumbing, or our own: not shown to anybody.
    case plumbing
  }

  private let microphone: VirtualMicrophone
  private let ownProcess: Int32

  /// Creates a detector for the instance whose virtual microphone is given, ignoring streams of `ownProcess`.
  public init(microphone: VirtualMicrophone, ownProcess: Int32) {
    self.microphone = microphone
    self.ownProcess = ownProcess
  }

  /// Splits the source outputs of a snapshot into calls and other recorders, each with its reason.
  public func streams(in snapshot: ServerSnapshot) -> (calls: [CallStream], others: [CallStream]) {
    var calls: [CallStream] = []
    var others: [CallStream] = []
    for output in snapshot.sourceOutputs {
      switch verdict(on: output, in: snapshot) {
      case .call(let reason): calls.append(stream(output, in: snapshot, reason: reason))
      case .other(let reason): others.append(stream(output, in: snapshot, reason: reason))
      case .plumbing: break
      }
    }
    return (calls, others)
  }

  /// Decides what one source output is.
  public func verdict(on output: SourceOutput, in snapshot: ServerSnapshot) -> Verdict {
    let app = AppTraits(output)
    guard output.client != nil, app.processID != ownProcess else { return .plumbing }
    if output.resampleMethod == "peaks" || output.properties["stream.monitor"] == "true" || app.isMeter {
      return .other(reason: "level meter")
    }
    let source = snapshot.sources.first { $0.index == output.source }
    if source?.monitorOfSink != nil { return .other(reason: "records what is played") }
    if let role = app.role {
      if AppTraits.callRoles.contains(role) { return .call(reason: "role \(role)") }
      if AppTraits.otherRoles.contains(role) { return .other(reason: "role \(role)") }
    }
    if app.isRecorder { return .other(reason: "recorder") }
    if app.isFilter { return .other(reason: "sound filter") }
    if app.isCallApp { return .call(reason: "known call app") }
    if plays(output, app, in: snapshot) { return .call(reason: "two-way audio") }
    if source?.name == microphone.sourceName { return .call(reason: "reads \(microphone.description)") }
    return .other(reason: "records without playing")
  }

  private func plays(_ output: SourceOutput, _ app: AppTraits, in snapshot: ServerSnapshot) -> Bool {
    snapshot.sinkInputs.contains { input in
      guard input.client != nil else { return false }
      if input.client == output.client { return true }
      guard let process = app.processID else { return false }
      return AppTraits.processID(in: input.properties) == process
        && AppTraits.host(in: input.properties) == AppTraits.host(in: output.properties)
    }
  }

  private func stream(_ output: SourceOutput, in snapshot: ServerSnapshot, reason: String) -> CallStream {
    let app = AppTraits(output)
    let source = snapshot.sources.first { $0.index == output.source }?.name ?? ""
    return CallStream(
      index: output.index, application: app.name, binary: app.binary, processID: app.processID,
      state: output.isCorked ? .held : .active, source: source,
      isAttached: source == microphone.sourceName, reason: reason)
  }
}

/// A recording stream and the app behind it.
public struct CallStream: Sendable, Equatable {
  /// The states of a recording stream.
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
  /// The state of the stream.
  public let state: State
  /// The name of the source that it reads.
  public let source: String
  /// A Boolean value that indicates whether it reads the virtual microphone.
  public let isAttached: Bool
  /// The reason that it is, or is not, a call; one short phrase.
  public let reason: String
}
