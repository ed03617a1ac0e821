import Glibc
import SpeakCallKit

/// The long-lived process of one user: it owns the connection to the sound server, the virtual microphone, the warm
/// synthesizer and the queue, and serves the commands.
public actor Agent {
  let audio: CallAudio
  let permission: PermissionStore
  let wire = Wire()
  let stateProblem: String?

  private let settings: SettingsFile
  private let server: AgentServer
  private let idleLimit: Duration
  private let call: SpeechOutput
  private let preview: SpeechOutput
  private let events: AsyncStream<AgentEvent>
  private let ending = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let reportDue = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private var connections: [Int: Connection] = [:]
  private var followers: Set<Int> = []
  private var watchers: Set<Int> = []
  private var idleTimer: Task<Void, Never>?
  private var isRetiring = false
  /// Whether the queue is suspended for a call that is on hold, and not for a lost server.
  private var isOnHold = false
  /// What the kernel lacks to confine the speech engine with.
  private(set) var unconfined: [String] = []

  /// Creates an agent that serves the listening socket and leaves after `idleLimit` without anything to do.
  public init(
    listening: Int32, paths: XDGPaths, permission: PermissionStore, idleLimit: Duration = .seconds(60)
  ) throws(Refusal) {
    self.idleLimit = idleLimit
    self.permission = permission
    settings = SettingsFile(folder: paths.configuration)
    let store = StateStore(folder: paths.state)
    let (state, problem) = store.read()
    stateProblem = problem
    let microphone: VirtualMicrophone
    do { microphone = try VirtualMicrophone(instance: paths.instance) } catch {
      throw Refusal(.internalError, error.explanation)
    }
    let audio = CallAudio(
      microphone: microphone, permission: permission, state: state,
      save: { state throws(CallAudioError) in try store.write(state) })
    self.audio = audio
    server = AgentServer(listening: listening)
    let (events, publish) = AsyncStream<AgentEvent>.makeStream()
    self.events = events
    call = SpeechOutput.call(audio, pronunciations: paths.configuration, publish: { publish.yield($0) })
    preview = SpeechOutput.preview(audio, pronunciations: paths.configuration, publish: { publish.yield($0) })
  }

  /// Serves until there is nothing to do for a while, or until ``leave()``.
  public func run() async {
    let tasks = [
      Task { await acceptConnections() }, Task { await call.queue.run() }, Task { await preview.queue.run() },
      Task { await followAudio() }, Task { await followPermission() }, Task { await sendReports() },
      Task { for await event in events { publish(event) } },
      Task { await prepare() },
    ]
    considerLeaving()
    for await _ in ending.stream { break }
    server.stop()
    for output in [call, preview] { _ = await output.queue.stop() }
    for connection in connections.values { connection.finish() }
    for task in tasks { task.cancel() }
    await audio.close()
  }

  /// Has ``run()`` return.
  public nonisolated func leave() { ending.continuation.yield() }

  /// Connects and warms the synthesizer, so that the first word need not wait for it.
  private func prepare() async {
    async let warm = call.warmUp()
    // A failure is met again, and reported, by the command that needs the server.
    do { try await audio.connect() } catch { await audio.reconnect() }
    unconfined = await warm
  }

  private func acceptConnections() async {
    for await connection in server.connections {
      connections[connection.number] = connection
      considerLeaving()
      Task { await serve(connection) }
    }
  }

  private func serve(_ connection: Connection) async {
    for await line in connection.lines {
      do { try await answer(try wire.decode(Request.self, from: line), on: connection) } catch let error as Refusal {
        send(.failed(error), on: connection)
      } catch {
        send(.failed(Refusal(.internalError, "the agent cannot read the request: \(error)")), on: connection)
      }
    }
    let number = connection.number
    connections[number] = nil
    followers.remove(number)
    watchers.remove(number)
    for output in [call, preview] {
      await output.queue.cancel(.stopped) { $0.owner.connection == number && !$0.request.isDetached }
    }
    considerLeaving()
  }

  private func answer(_ request: Request, on connection: Connection) async throws(Refusal) {
    if request.version != Version.current || isRetiring, request.action.needsSameVersion {
      isRetiring = true
      send(.outdated(version: Version.current), on: connection)
      considerLeaving()
      return
    }
    switch request.action {
    case .say(let say): try await self.say(say, on: connection)
    case .text(let id, let text, let isLast):
      for output in [call, preview] {
        await output.queue.append(text, isLast: isLast, to: id, connection: connection.number)
      }
    case .enable(let microphone, let applications):
      guard let mode = MicrophoneIntent.Mode(rawValue: microphone) else {
        throw Refusal(.usage, "unknown microphone mode '\(microphone)'", next: "speakcall help enable")
      }
      do { try await audio.enable(mode: mode, applications: applications) } catch { throw Refusal(error) }
      send(.status(await report()), on: connection)
    case .disable:
      _ = await call.queue.stop()
      do { try await audio.disable() } catch { throw Refusal(error) }
      send(.status(await report()), on: connection)
    case .status(let watch):
      if watch { watchers.insert(connection.number) }
      send(.status(await report()), on: connection)
    case .stop:
      let count = await call.queue.stop() + preview.queue.stop()
      send(.done(message: count == 0 ? "nothing was being said" : nil), on: connection)
    case .skip:
      var isDone = await call.queue.skip()
      if !isDone { isDone = await preview.queue.skip() }
      send(.done(message: isDone ? nil : "nothing was being said"), on: connection)
    case .pause, .resume, .repeat:
      throw Refusal(.internalError, "the agent cannot do this yet")
    case .cancel(let utterances):
      for output in [call, preview] {
        await output.queue.cancel(.skipped) {
          utterances.contains($0.id) && $0.owner.connection == connection.number
        }
      }
    case .events: followers.insert(connection.number)
    }
  }

  private func say(_ request: SayRequest, on connection: Connection) async throws(Refusal) {
    let wire = self.wire
    let owner = Utterance.Owner(connection: connection.number) { [weak connection] reply in
      connection?.send(wire.encode(reply))
    }
    try await (request.isPreview ? preview : call).queue.add(request, owner: owner)
  }

  private func send(_ reply: Reply, on connection: Connection) { connection.send(wire.encode(reply)) }

  private func publish(_ event: AgentEvent) {
    reportDue.continuation.yield()
    considerLeaving()
    guard !followers.isEmpty else { return }
    let line = wire.encode(Reply.event(event))
    for number in followers { connections[number]?.send(line) }
  }

  private func sendReports() async {
    for await _ in reportDue.stream where !watchers.isEmpty {
      let line = wire.encode(Reply.status(await report()))
      for number in watchers { connections[number]?.send(line) }
    }
  }

  private func followAudio() async {
    for await change in audio.changes {
      switch change {
      case .callStarted(let application): publish(.callStarted(application: application))
      case .callEnded(let application): publish(.callEnded(application: application))
      case .reachable(true):
        isOnHold = false
        await call.queue.resume()
        await call.queue.callBecameActive()
      case .reachable(false): await callBecameSilent()
      case .injection(let intent): publish(.injection(enabled: intent.isEnabled, microphone: intent.mode.rawValue))
      case .permission(let state):
        if state != .granted { _ = await call.queue.stop(.permissionWithdrawn) }
        publish(.permission(state: state.rawValue))
      case .server(let isConnected):
        if !isConnected {
          isOnHold = false
          await call.queue.suspend()
          _ = await preview.queue.stop(.serverLost)
        }
        await call.queue.announce(.server(connected: isConnected))
        publish(.server(connected: isConnected))
      }
      reportDue.continuation.yield()
      considerLeaving()
    }
  }

  /// Ends the speech with the call, but keeps it while the call is on hold or comes back with a lost server.
  private func callBecameSilent() async {
    guard await audio.hasCall else { return await callEnded() }
    Task {
      // PipeWire shows a stream as on hold, or back on its own source, for some milliseconds while it is moved.
      do { try await Task.sleep(for: .milliseconds(300)) } catch { return }
      if await audio.isCallActive { return }
      if await audio.isCallExpected { await hold() } else { await callEnded() }
    }
  }

  private func callEnded() async {
    if !isOnHold, await call.queue.isSuspended { return }
    if await !call.queue.isIdle, settings.queue() == .keep { return await hold() }
    isOnHold = false
    _ = await call.queue.stop(.callEnded)
    await call.queue.resume()
  }

  private func hold() async {
    isOnHold = true
    await call.queue.suspend(for: nil)
    // The call may have become active before the queue was suspended, and nobody would tell again.
    guard await audio.isCallActive else { return }
    isOnHold = false
    await call.queue.resume()
  }

  private func followPermission() async {
    let watcher: FileWatcher
    // Without a watch a withdrawal counts from the next utterance on, which is asked about anew.
    do { watcher = try FileWatcher(files: permission.files) } catch { return }
    for await _ in watcher.changes { await audio.permissionChanged() }
  }

  /// Starts, or starts anew, the time after which an agent that nobody needs ends.
  private func considerLeaving() {
    idleTimer?.cancel()
    idleTimer = Task {
      guard await isDispensable else { return }
      do { try await Task.sleep(for: isRetiring ? .zero : idleLimit) } catch { return }
      if await isDispensable { leave() }
    }
  }

  private var isDispensable: Bool {
    get async {
      guard await call.queue.isIdle, await preview.queue.isIdle else { return false }
      if isRetiring { return true }
      guard connections.isEmpty, await !audio.intent.isEnabled else { return false }
      return await !audio.isMicrophonePresent
    }
  }

  /// What is being said, into the call or, failing that, as a preview; paused while it waits for a call on hold or a lost
  /// server.
  func speechState() async -> StatusReport.Speech {
    let queue = await call.queue.isIdle ? preview.queue : call.queue
    let current = await queue.current
    let isPaused = await queue.isPaused
    return .init(
      state: current != nil ? "speaking" : isPaused ? "paused" : "idle", text: current?.text, queued: await queue.count)
  }
}
