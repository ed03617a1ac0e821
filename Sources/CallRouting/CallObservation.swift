import PulseAudio

/// The calls as of the last snapshot, and what has changed since the one before.
struct CallObservation: Sendable {
  private(set) var snapshot: ServerSnapshot?
  private(set) var calls: [CallStream] = []
  private(set) var others: [CallStream] = []
  /// The moment at which a call became active; `nil` once it is known that it reads.
  var becameActive: ContinuousClock.Instant?

  let microphone: VirtualMicrophone
  private let detector: CallDetector
  private var reported = (isActive: false, isExpected: false)
  private var hasLooked = false

  init(microphone: VirtualMicrophone, ownProcess: Int32) {
    self.microphone = microphone
    detector = CallDetector(microphone: microphone, ownProcess: ownProcess)
  }

  /// The parts of the virtual microphone on the server.
  var parts: MicrophoneParts? { snapshot.map { MicrophoneParts(of: microphone, in: $0) } }

  /// Splits the streams of a snapshot into calls and others; returns the changes to report.
  mutating func observe(_ snapshot: ServerSnapshot, _ state: CallAudioState) -> [CallAudioChange] {
    let hadSource = parts?.source != nil
    self.snapshot = snapshot
    var changes: [CallAudioChange] = []
    if hadSource, state.intent.isEnabled, parts?.source == nil { changes.append(.microphoneLost) }
    let before = Set(calls.map(\.application))
    (calls, others) = detector.streams(in: snapshot)
    let now = Set(calls.map(\.application))
    changes += now.subtracting(before).sorted().map { .callStarted(application: $0) }
    changes += before.subtracting(now).sorted().map { .callEnded(application: $0) }
    return changes + changesOfReach(state)
  }

  /// Forgets everything because the server is lost; returns the changes to report.
  mutating func forget(_ state: CallAudioState) -> [CallAudioChange] {
    let ended = Set(calls.map(\.application))
    snapshot = nil
    (calls, others) = ([], [])
    return changesOfReach(state) + ended.sorted().map { .callEnded(application: $0) }
  }

  private mutating func changesOfReach(_ state: CallAudioState) -> [CallAudioChange] {
    let view = CallView(observation: self, state: state)
    let reach = (isActive: view.isCallActive, isExpected: view.isCallExpected)
    defer { hasLooked = true }
    guard reach != reported else { return [] }
    reported = reach
    // A call that is found at the first look has been there before.
    becameActive = reach.isActive && hasLooked ? .now : nil
    return [.reachable(reach.isActive)]
  }
}

/// The calls at one moment, together with the user's intent.
public struct CallView: Sendable {
  let observation: CallObservation
  let state: CallAudioState

  /// The user's intent.
  public var intent: MicrophoneIntent { state.intent }

  /// The calls that read the virtual microphone and are meant.
  var reachable: [CallStream] { observation.calls.filter { $0.isAttached && intent.includes($0) } }

  /// A Boolean value that indicates whether speech reaches a call.
  public var isCallActive: Bool { reachable.contains { $0.state == .active } }

  /// A Boolean value that indicates whether there is a call that is meant, whichever source it reads.
  public var hasCall: Bool { intent.isEnabled && observation.calls.contains(where: intent.includes) }

  /// A Boolean value that indicates whether no call hears speech but one is on hold, or about to be attached again.
  public var isCallExpected: Bool {
    !isCallActive && intent.isEnabled
      && observation.calls.contains { intent.includes($0) && ($0.isAttached || state.ledger.isOnItsWay($0.index)) }
  }

  /// A Boolean value that indicates whether anything of the virtual microphone is on the server.
  public var isMicrophonePresent: Bool {
    observation.parts.map { $0.sinkModule != nil || $0.sourceModule != nil } ?? false
  }

  /// A Boolean value that indicates whether the server hands the microphone's sound to its readers.
  var isRead: Bool { observation.parts?.source?.state == .running }

  /// The reason that speech reaches no call.
  var absence: CallAudioError {
    if let held = reachable.first { return .callOnHold(application: held.application) }
    guard let call = observation.calls.first(where: { $0.state == .active }) else { return .noCall }
    guard intent.includes(call) else { return .callNotIncluded(application: call.application) }
    return .callNotAttached(application: call.application, source: call.source)
  }

  /// The ways that sound takes on the server; `nil` before it was looked at.
  var routes: OutputRoutes? {
    observation.snapshot.map { OutputRoutes(microphone: observation.microphone, snapshot: $0) }
  }

  /// The sink on which the user hears speech beside the call, if that is wanted and there is a call.
  var hearingSink: String? {
    guard intent.isEnabled, intent.hear != nil, !reachable.isEmpty else { return nil }
    return routes?.hearingSink
  }

  /// Advice to a user who hears speech on the default output too.
  var hearingAdvice: String? {
    guard intent.isEnabled, intent.hear != nil else { return nil }
    return routes?.hearingAdvice(hasCall: !reachable.isEmpty, isMicrophoneMuted: intent.mode == .mute)
  }
}
