import Glibc
import PulseAudio
import UserData

/// The coordinator of speech in calls: permission, injection, the virtual microphone and the calls that read it.
///
/// It looks at the server after each change there and takes the steps of a ``MicrophonePlan`` until nothing is left to
/// do. What it is about to change on other people's streams it writes down first.
public actor CallAudio {
  /// What its owner is told about as it happens.
  public enum Change: Sendable, Equatable {
    case callStarted(application: String)
    case callEnded(application: String)
    /// Whether some call hears the virtual microphone now; told again when none does and none is expected any more.
    case reachable(Bool)
    /// The source that calls read was taken away by somebody else, and is being made again.
    case microphoneLost
    case injection(MicrophoneIntent)
    case permission(Permission)
    case server(isConnected: Bool)
  }

  /// Changes in the order in which they happened; for one consumer.
  public nonisolated let changes: AsyncStream<Change>
  /// The names of the virtual microphone.
  public nonisolated let microphone: VirtualMicrophone

  let permission: PermissionStore
  let report: AsyncStream<Change>.Continuation
  private let detector: CallDetector
  private let save: @Sendable (CallAudioState) throws(CallAudioError) -> Void

  var server: PulseServer?
  var connecting: Task<Void, Never>?
  /// When a call became active; nil once it is known that it reads.
  var becameActive: ContinuousClock.Instant?
  private var hasLooked = false
  var speech: PlaybackStream? {
    // Servers give a number again.
    didSet { speechIndex = nil }
  }
  /// Its number, once it is known; what changes about it is our own doing.
  var speechIndex: UInt32?
  /// The stream on which previews are heard, and the sink that it is on.
  var preview: (stream: PlaybackStream, sink: String?)?
  /// The stream on which the user hears the speech, and the sink that it is on.
  var hearing: (stream: PlaybackStream, sink: String)?
  var pass: Task<Void, Never>?
  var isDirty = false
  var eventCount = 0
  var watchers: [CheckedContinuation<Void, Never>] = []
  var state: CallAudioState
  var savedState: CallAudioState
  var volumeGuard = VolumeGuard()
  var isSpeaking = false
  var lastProblem: String?
  /// Why the state is not written down as it is.
  var unsaved: String?
  var lastError: CallAudioError?

  /// The streams that are calls, as of the last look at the server.
  public internal(set) var calls: [CallStream] = []
  /// The streams that record but are no calls.
  public internal(set) var others: [CallStream] = []
  var snapshot: ServerSnapshot?
  /// What a new connection was told of the default devices; nil when it is to be asked again.
  var trueInfo: ServerInfo?
  var settling: Task<Void, Never>?
  private var reportedReach = (isActive: false, isExpected: false)

  /// Creates a coordinator that begins with `state` and hands each new state to `save` before acting on it.
  public init(
    microphone: VirtualMicrophone, permission: PermissionStore, state: CallAudioState,
    save: @escaping @Sendable (CallAudioState) throws(CallAudioError) -> Void
  ) {
    self.microphone = microphone
    self.permission = permission
    self.state = state
    self.savedState = state
    self.save = save
    detector = CallDetector(microphone: microphone, ownProcess: getpid())
    (changes, report) = AsyncStream.makeStream()
  }

  /// What the user wants of the injection.
  public var intent: MicrophoneIntent { state.intent }

  /// A Boolean value that indicates whether speech reaches a call now.
  public var isCallActive: Bool { reachableCalls.contains { $0.state == .active } }

  /// A Boolean value that indicates whether there is a call that is meant, wherever it listens.
  public var hasCall: Bool { calls.contains(where: isWanted) }

  /// A Boolean value that indicates whether no call hears speech now but one is on hold, or about to be attached again.
  public var isCallExpected: Bool {
    !isCallActive && calls.contains { isWanted($0) && ($0.isAttached || state.ledger.isOnItsWay($0.index)) }
  }

  /// A Boolean value that indicates whether anything of the virtual microphone stood at the last look.
  public var isMicrophonePresent: Bool {
    snapshot.map { snapshot in
      let parts = MicrophoneParts(of: microphone, in: snapshot)
      return parts.sinkModule != nil || parts.sourceModule != nil
    } ?? false
  }

  /// The calls that read the virtual microphone and are meant.
  var reachableCalls: [CallStream] { calls.filter { $0.isAttached && state.intent.includes($0) } }

  private func isWanted(_ call: CallStream) -> Bool { state.intent.isEnabled && state.intent.includes(call) }

  /// Switches the injection on and attaches the calls that are there.
  public func enable(
    mode: MicrophoneIntent.Mode, applications: [String], hear: Double? = nil
  ) async throws(CallAudioError) {
    try requirePermission()
    try await connect()
    try await change(to: MicrophoneIntent(isEnabled: true, mode: mode, applications: applications, hear: hear))
  }

  /// Switches the injection off and gives each stream back its own source.
  ///
  /// While somebody still reads the virtual microphone it stays and carries the real one.
  public func disable() async throws(CallAudioError) {
    var intent = state.intent
    intent.isEnabled = false
    do { try await connect() } catch {
      // Without a server nothing of ours stands; what is wanted is written down all the same.
      return try record(intent)
    }
    try await change(to: intent)
  }

  private func change(to intent: MicrophoneIntent) async throws(CallAudioError) {
    try record(intent)
    try await settle()
  }

  private func record(_ intent: MicrophoneIntent) throws(CallAudioError) {
    let before = state
    state.intent = intent
    if intent.isEnabled {
      state.ledger.forgetLeft()
      do { try saveState() } catch {
        state = before
        throw error
      }
    } else {
      trySavingState()
    }
    if intent != before.intent { report.yield(.injection(intent)) }
  }

  /// Tells whether the user's permission allows speech at this moment.
  public func requirePermission() throws(CallAudioError) {
    let decision = permission.decision()
    switch decision.permission {
    case .granted: return
    case .undetermined: throw .permissionUndetermined
    case .denied: throw .permissionDenied(file: decision.file, reason: decision.reason)
    case .serviceDisabled: throw .serviceDisabled(file: decision.file, reason: decision.reason)
    }
  }

  /// Fails unless speech would be heard in a call now, and says what stands in the way.
  public func requireCall() async throws(CallAudioError) {
    try requirePermission()
    guard state.intent.isEnabled else { throw .injectionOff }
    try await connect()
    // A call that began a moment ago may not have been seen yet.
    if !isCallActive { try await settle() }
    guard isCallActive else { throw absence }
    if let becameActive, .now - becameActive < Self.longestLinking { await waitUntilRead() }
  }

  private var absence: CallAudioError {
    if let held = reachableCalls.first { return .callOnHold(application: held.application) }
    guard let call = calls.first(where: { $0.state == .active }) else { return .noCall }
    guard state.intent.includes(call) else { return .callNotIncluded(application: call.application) }
    return .callNotAttached(application: call.application, source: call.source)
  }

  /// Turns the real microphone down while speech is heard, where the user asked for it.
  public func setSpeaking(_ speaking: Bool) {
    guard speaking != isSpeaking else { return }
    isSpeaking = speaking
    if state.intent.mode == .duck { requestPass() }
  }

  /// Reads the permission anew and tells of it; called when its file or the policy changed.
  public func permissionChanged() {
    report.yield(.permission(permission.decision().permission))
  }

  /// Makes what stands on the server agree with what is wanted, and looks at it afresh.
  public func settle() async throws(CallAudioError) {
    lastError = nil
    requestPass()
    while let pass { await pass.value }
    if let lastError { throw lastError }
  }

  /// Writes the state down where it differs from what was written last.
  func saveState() throws(CallAudioError) {
    if state != savedState { try save(state) }
    savedState = state
    unsaved = nil
  }

  /// Writes the state down, or has status tell why it is not; for what must be done all the same, as switching off.
  func trySavingState() {
    do { try saveState() } catch { unsaved = "\(error)" }
  }

  /// Splits the streams of the last snapshot anew and tells which calls came and went.
  func observe(_ snapshot: ServerSnapshot) {
    let hadSource = self.snapshot.map(hasSource) ?? false
    self.snapshot = snapshot
    if hadSource, state.intent.isEnabled, !hasSource(snapshot) { report.yield(.microphoneLost) }
    let before = Set(calls.map(\.application))
    (calls, others) = detector.streams(in: snapshot)
    let now = Set(calls.map(\.application))
    for application in now.subtracting(before).sorted() { report.yield(.callStarted(application: application)) }
    for application in before.subtracting(now).sorted() { report.yield(.callEnded(application: application)) }
    reportReach()
  }

  private func hasSource(_ snapshot: ServerSnapshot) -> Bool {
    MicrophoneParts(of: microphone, in: snapshot).source != nil
  }

  /// Tells whether a call is active, on hold or gone, when that is not what was told last.
  func reportReach() {
    let reach = (isActive: isCallActive, isExpected: isCallExpected)
    defer { hasLooked = true }
    guard reach != reportedReach else { return }
    reportedReach = reach
    // A call that is found at the first look has been there before.
    becameActive = reach.isActive && hasLooked ? .now : nil
    report.yield(.reachable(reach.isActive))
  }
}
