import Glibc
import PulseAudio
import UserData

/// The coordinator of speech in calls: injection, the virtual microphone and the calls that read it.
///
/// It looks at the server after each change there and takes the steps of a ``MicrophonePlan`` until nothing is left to
/// do. Changes to other people's streams are saved before they are made.
public actor CallAudio {
  /// The most plans of one pass before it gives up on a server that does not follow.
  private static let mostRounds = 25
  /// The most attempts at a move before the stream counts as unmovable.
  private static let mostAttempts = 8

  /// Changes in the order in which they happened; for one consumer.
  public nonisolated let changes: AsyncStream<CallAudioChange>
  /// The names of the virtual microphone.
  public nonisolated let microphone: VirtualMicrophone

  nonisolated let permission: PermissionStore
  nonisolated let link: ServerLink
  nonisolated let streams: SpeechStreams

  private let report: AsyncStream<CallAudioChange>.Continuation
  private var state: SavedState
  private var observation: CallObservation
  private var volumeGuard = VolumeGuard()
  private var isSpeaking = false
  /// The generation of the connection that was reported; `nil` after its loss was.
  private var reportedConnection: Int?
  private var pass: Task<Void, Never>?
  private var isDirty = false
  private var lastError: CallAudioError?

  /// Creates a coordinator that begins with `state` and hands each new state to `save` before acting on it.
  public init(
    microphone: VirtualMicrophone, permission: PermissionStore, state: CallAudioState,
    save: @escaping @Sendable (CallAudioState) throws(CallAudioError) -> Void
  ) {
    self.microphone = microphone
    self.permission = permission
    self.state = SavedState(state, write: save)
    link = ServerLink(
      properties: ["application.id": "io.github.speakcall", VirtualMicrophone.marker: microphone.instance])
    streams = SpeechStreams(link: link, microphone: microphone)
    observation = CallObservation(microphone: microphone, ownProcess: getpid())
    (changes, report) = AsyncStream.makeStream()
    Task { await follow() }
  }

  // MARK: State

  /// The calls and the intent at this moment.
  public var view: CallView { CallView(observation: observation, state: state.current) }

  /// The user's intent.
  public var intent: MicrophoneIntent { state.current.intent }

  /// A Boolean value that indicates whether a sound server answers.
  public nonisolated var isConnected: Bool { get async { await link.connection != nil } }

  /// Looks at the server anew, after everything to be done there is done.
  public func status() async -> CallAudioStatus {
    var problems: [String] = []
    do {
      try await connect()
      try await settle()
    } catch { problems.append(error.description) }
    if volumeGuard.isExhausted() {
      problems.append(
        "an app keeps changing the volume of \(microphone.description); turn off its automatic gain control")
    }
    if let problem = state.problem { problems.append(problem) }
    return CallAudioStatus(view, problems: problems)
  }

  // MARK: Switching

  /// Switches the injection on and attaches the calls that are there.
  public func enable(
    mode: MicrophoneIntent.Mode, applications: [String], hear: Double? = nil
  ) async throws(CallAudioError) {
    try permission.requireGranted()
    try await connect()
    try change(to: MicrophoneIntent(isEnabled: true, mode: mode, applications: applications, hear: hear))
    try await settle()
  }

  /// Switches the injection off and gives each stream back its own source.
  ///
  /// While somebody still reads the virtual microphone it stays and carries the real one.
  public func disable() async throws(CallAudioError) {
    var intent = intent
    intent.isEnabled = false
    await link.stopRetrying()
    do { try await connect() } catch {
      // Without a server nothing of ours stands; the intent is saved all the same.
      return try change(to: intent)
    }
    try change(to: intent)
    try await settle()
  }

  private func change(to intent: MicrophoneIntent) throws(CallAudioError) {
    let before = self.intent
    try state.change(to: intent)
    if intent != before { report.yield(.injection(intent)) }
  }

  /// Turns the real microphone down while speech is heard, if the user asked for it.
  public func setSpeaking(_ speaking: Bool) {
    guard speaking != isSpeaking else { return }
    isSpeaking = speaking
    if intent.mode == .duck { requestPass() }
  }

  /// Reads the permission anew and reports it; called when its file or the policy changed.
  public func permissionChanged() { report.yield(.permission(permission.decision().permission)) }

  /// Notes that a call that became active is known to read the microphone.
  func noteCallReads() { observation.becameActive = nil }

  // MARK: The connection

  /// Connects unless connected; all callers share one attempt.
  public func connect() async throws(CallAudioError) {
    if await link.connection != nil { return }
    try await link.connect()
    try await settle()
  }

  /// Tries to connect until the server is back or the injection is switched off.
  public func reconnect() async { if intent.isEnabled { await link.retry() } }

  /// Leaves the server as it stands and ends the connection.
  public func close() async {
    for role in [SpeechStreams.Role.call, .hearing] { await streams.close(role) }
    await link.close()
  }

  private func follow() async {
    for await event in link.events {
      switch event {
      case .connected(let generation):
        await noteConnection(generation)
        requestPass()
      case .changed(.sinkInput, .change, let index): if await streams.callIndex != index { requestPass() }
      case .changed, .defaultsMayDiffer: requestPass()
      case .lost(let generation):
        if reportedConnection == generation { await noteLoss() }
        await reconnect()
      }
    }
  }

  /// Reports a connection unless it was reported; a loss before it is reported first.
  private func noteConnection(_ generation: Int) async {
    if let last = reportedConnection, last < generation { await noteLoss() }
    guard reportedConnection == nil else { return }
    reportedConnection = generation
    report.yield(.server(isConnected: true))
  }

  private func noteLoss() async {
    reportedConnection = nil
    report.yield(.server(isConnected: false))
    for change in observation.forget(state.current) { report.yield(change) }
    await streams.forget()
  }

  // MARK: Passes

  /// Makes the server agree with the intent, and looks at it afresh.
  func settle() async throws(CallAudioError) {
    lastError = nil
    requestPass()
    while let pass { await pass.value }
    if let lastError { throw lastError }
  }

  /// Starts a pass, or has the running one look again.
  private func requestPass() {
    isDirty = true
    guard pass == nil else { return }
    pass = Task {
      while isDirty {
        isDirty = false
        do throws(CallAudioError) { try await runRounds() } catch { lastError = error }
      }
      pass = nil
    }
  }

  private func runRounds() async throws(CallAudioError) {
    var last: [MicrophonePlan.Step] = []
    for _ in 0..<Self.mostRounds {
      guard let connection = await link.connection else {
        throw await link.lastFailure ?? .noServer(reason: "not connected")
      }
      await noteConnection(connection.generation)
      let seen = await link.eventCount
      let snapshot: ServerSnapshot
      do { snapshot = try await link.snapshot(of: connection.server).relinked(as: observation.snapshot) } catch {
        throw CallAudioError(error)
      }
      let plan = try look(at: snapshot)
      if plan.steps.isEmpty { return await streams.update(for: view) }
      if plan.steps == last { await link.eventAfter(seen) }
      last = plan.steps
      let executor = PlanExecutor(microphone: microphone, link: link, server: connection.server, snapshot: snapshot)
      for step in plan.steps { try await perform(step, with: executor) }
    }
    let step = last.first.map { ": \($0)" } ?? ""
    throw .microphoneFailed(reason: "the sound server does not follow\(step)")
  }

  private func look(at snapshot: ServerSnapshot) throws(CallAudioError) -> MicrophonePlan {
    state.current.ledger.observe(snapshot, before: observation.snapshot, microphone: microphone)
    for change in observation.observe(snapshot, state.current) { report.yield(change) }
    state.trySaving()
    if intent.isEnabled, let conflict = observation.parts?.conflict { throw .nameTaken(object: conflict) }
    return MicrophonePlan(
      microphone: microphone, intent: intent, snapshot: snapshot, calls: observation.calls,
      ledger: state.current.ledger, isDucked: isSpeaking && intent.mode == .duck,
      guardsVolume: !volumeGuard.isExhausted())
  }

  private func perform(_ step: MicrophonePlan.Step, with executor: PlanExecutor) async throws(CallAudioError) {
    switch step {
    case .attach(let stream, let origin):
      if state.current.ledger.attach(stream, origin: origin) > Self.mostAttempts {
        state.current.ledger.giveUp(on: stream)
      }
      try state.save()
      if state.current.ledger.unmovable.contains(stream) { return }
    case .detach(let stream, _):
      state.current.ledger.detach(stream)
      state.trySaving()
    case .restoreVolume: volumeGuard.noteRestored()
    default: break
    }
    do { try await executor.perform(step) } catch {
      guard case .attach(let stream, _) = step, error.code == PulseError.invalid else { throw CallAudioError(error) }
      state.current.ledger.giveUp(on: stream)
      state.trySaving()
    }
  }
}
