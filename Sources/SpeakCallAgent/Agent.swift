import CallRouting
import Glibc
import PulseAudio
import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport
import UserData

/// The long-lived process of one user: it owns the connection to the sound server, the virtual microphone, the warm
/// synthesizer and the queue, and serves the commands.
public actor Agent {
  let audio: CallAudio
  let routes: SpeechRoutes
  let outputs: SpeechOutputs
  let wire = Wire()

  private let permission: PermissionStore
  private let server: AgentServer
  private let idleLimit: Duration
  private let serverLimit: Duration
  private let events: AsyncStream<AgentEvent>
  private let ending = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let reportDue = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private var connections: [Int: Connection] = [:]
  /// The connections that get all events.
  var followers: Set<Int> = []
  /// The connections that get a report after each change.
  var watchers: Set<Int> = []
  /// The connections that asked for a preview, and got advice on it if there is any.
  var previewers: Set<Int> = []
  private var idleTimer: Task<Void, Never>?
  /// A Boolean value that indicates whether this agent makes room for one of another version.
  var isRetiring = false
  /// The protections of the speech engine that the kernel lacks.
  private var unconfined: [String] = []
  /// Problems of the agent's own, one sentence each.
  private var problems: [String]

  /// Creates an agent that serves the listening socket and leaves after `idleLimit` without anything to do, or, while
  /// injection is on, after `serverLimit` without a sound server.
  public init(
    listening: Int32, paths: XDGPaths, permission: PermissionStore, idleLimit: Duration = .seconds(60),
    serverLimit: Duration = .seconds(3600)
  ) throws(AgentError) {
    self.idleLimit = idleLimit
    self.serverLimit = serverLimit
    self.permission = permission
    // First, because the engine takes longest to start.
    let speech = Speech(pronunciations: paths.configuration, cache: paths.state, startsEngine: true)
    let store = StateStore(folder: paths.state)
    let (state, problem) = store.read()
    problems = [problem].compactMap(\.self)
    let microphone: VirtualMicrophone
    do { microphone = try VirtualMicrophone(instance: paths.instance) } catch {
      throw .unusableInstance(reason: error.explanation)
    }
    let audio = CallAudio(
      microphone: microphone, permission: permission, state: state,
      save: { state throws(CallAudioError) in try store.write(state) })
    self.audio = audio
    do { server = try AgentServer(listening: listening) } catch { throw .file(error) }
    let (events, publish) = AsyncStream<AgentEvent>.makeStream()
    self.events = events
    routes = SpeechRoutes(audio)
    outputs = SpeechOutputs(
      call: .call(
        routes, speech: speech, paths: paths, publish: { publish.yield($0) },
        speaking: { await audio.setSpeaking($0) }),
      preview: .preview(routes, paths: paths, publish: { publish.yield($0) }))
  }

  /// Serves until there is nothing to do for a while, or until ``leave()``.
  public func run() async {
    let follower = CallFollower(
      audio: audio, routes: routes, outputs: outputs, publish: { await self.publish($0) })
    let tasks = [
      Task { await prepare() }, Task { await acceptConnections() },
      Task { await outputs.call.queue.run() }, Task { await outputs.preview.queue.run() },
      Task { await follower.run() }, Task { await followPermission() }, Task { await sendReports() },
      Task { for await event in events { publish(event) } },
    ]
    considerLeaving()
    for await _ in ending.stream { break }
    server.stop()
    await outputs.stop()
    for connection in connections.values { connection.finish() }
    for task in tasks { task.cancel() }
    await audio.close()
  }

  /// Lets ``run()`` return.
  public nonisolated func leave() { ending.continuation.yield() }

  /// Connects and warms the synthesizer before the first word needs them.
  private func prepare() async {
    async let warm = outputs.call.warmUp()
    // A failure is met again, and reported, by the command that needs the server.
    do { try await audio.connect() } catch { await audio.reconnect() }
    unconfined = await warm
  }

  /// Follows the permission file and the policy until the end.
  private func followPermission() async {
    let failure: FileError?
    do throws(FileError) {
      let watcher = try FileWatcher(files: permission.files)
      for await _ in watcher.changes { await audio.permissionChanged() }
      failure = watcher.failure
    } catch { failure = error }
    guard let failure else { return }
    problems.append(
      "permission is only checked before each piece of text, because its file cannot be watched: \(failure)")
    noteChange()
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
      do { try await answer(try wire.decode(Request.self, from: line), on: connection) } catch let error as AgentError {
        send(.failed(error), on: connection)
      } catch {
        send(.failed(.malformedRequest(reason: DecodingError.reason(error))), on: connection)
      }
    }
    let number = connection.number
    connections[number] = nil
    followers.remove(number)
    watchers.remove(number)
    previewers.remove(number)
    await outputs.forget(connection: number)
    considerLeaving()
  }

  /// Returns the report of this moment, read from the server anew.
  func report() async -> StatusReport {
    StatusReport(
      audio: await audio.status(), microphone: audio.microphone, permission: permission.decision(),
      speech: await outputs.status, unconfined: unconfined, problems: problems)
  }

  /// Sends a reply to one connection.
  func send(_ reply: Reply, on connection: Connection) { connection.send(wire.encode(reply)) }

  /// Sends an event to all followers.
  func publish(_ event: AgentEvent) {
    noteChange()
    guard !followers.isEmpty else { return }
    let line = wire.encode(Reply.event(event))
    for number in followers { connections[number]?.send(line) }
  }

  /// Updates what depends on the state: the reports, and whether the agent is still needed.
  func noteChange() {
    reportDue.continuation.yield()
    considerLeaving()
  }

  private func sendReports() async {
    for await _ in reportDue.stream where !watchers.isEmpty {
      let line = wire.encode(Reply.status(await report()))
      for number in watchers { connections[number]?.send(line) }
    }
  }

  /// Restarts the time after which an agent that nobody needs ends.
  func considerLeaving() {
    idleTimer?.cancel()
    idleTimer = Task {
      guard let limit = await timeToLeave else { return }
      do { try await Task.sleep(for: limit) } catch { return }
      if await timeToLeave != nil { leave() }
    }
  }

  /// The time to stay while nothing changes; `nil` for no limit.
  private var timeToLeave: Duration? {
    get async {
      guard await outputs.isIdle else { return nil }
      if isRetiring { return .zero }
      guard connections.isEmpty else { return nil }
      // The intent is saved: without a server the next command may as well start another agent.
      if await !audio.isConnected { return await audio.intent.isEnabled ? serverLimit : idleLimit }
      let view = await audio.view
      return view.intent.isEnabled || view.isMicrophonePresent ? nil : idleLimit
    }
  }
}
