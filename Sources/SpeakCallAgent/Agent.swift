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
  let permission: PermissionStore
  let wire = Wire()
  let stateProblem: String?
  let call: SpeechOutput
  let preview: SpeechOutput

  private let server: AgentServer
  private let idleLimit: Duration
  private let serverLimit: Duration
  private let events: AsyncStream<AgentEvent>
  private let ending = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let reportDue = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private var connections: [Int: Connection] = [:]
  /// The connections that are told of everything.
  var followers: Set<Int> = []
  /// The connections that get a report after each change.
  var watchers: Set<Int> = []
  /// The connections that asked for a preview, and were warned if there is something to warn of.
  var previewers: Set<Int> = []
  private var idleTimer: Task<Void, Never>?
  /// A Boolean value that indicates whether it makes room for an agent of another version.
  var isRetiring = false
  /// What the kernel lacks to confine the speech engine with.
  private(set) var unconfined: [String] = []

  /// Creates an agent that serves the listening socket and leaves after `idleLimit` without anything to do, or, while
  /// injection is on, after `serverLimit` without a sound server.
  public init(
    listening: Int32, paths: XDGPaths, permission: PermissionStore, idleLimit: Duration = .seconds(60),
    serverLimit: Duration = .seconds(3600)
  ) throws(AgentError) {
    self.idleLimit = idleLimit
    self.serverLimit = serverLimit
    self.permission = permission
    // Before all else, for the engine takes longest to start.
    let speech = Speech(pronunciations: paths.configuration, cache: paths.state, startsEngine: true)
    let store = StateStore(folder: paths.state)
    let (state, problem) = store.read()
    stateProblem = problem
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
    call = SpeechOutput.call(audio, speech: speech, paths: paths, publish: { publish.yield($0) })
    preview = SpeechOutput.preview(audio, paths: paths, publish: { publish.yield($0) })
  }

  /// Both ways that speech takes.
  var outputs: [SpeechOutput] { [call, preview] }

  /// Serves until there is nothing to do for a while, or until ``leave()``.
  public func run() async {
    let tasks = [
      Task { await prepare() },
      Task { await acceptConnections() }, Task { await call.queue.run() }, Task { await preview.queue.run() },
      Task { await followAudio() }, Task { await followPermission() }, Task { await sendReports() },
      Task { for await event in events { publish(event) } },
    ]
    considerLeaving()
    for await _ in ending.stream { break }
    server.stop()
    for output in outputs { _ = await output.queue.stop() }
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
      do { try await answer(try wire.decode(Request.self, from: line), on: connection) } catch let error as AgentError {
        send(.failed(error), on: connection)
      } catch {
        send(.failed(.malformedRequest(reason: UserDocument.reason(error))), on: connection)
      }
    }
    let number = connection.number
    connections[number] = nil
    followers.remove(number)
    watchers.remove(number)
    previewers.remove(number)
    for output in outputs {
      await output.queue.cancel(.stopped) { $0.owner.connection == number && !$0.request.isDetached }
      await output.queue.forget(connection: number)
    }
    considerLeaving()
  }

  /// Sends a reply to one connection.
  func send(_ reply: Reply, on connection: Connection) { connection.send(wire.encode(reply)) }

  /// Tells all followers of an event.
  func publish(_ event: AgentEvent) {
    noteChange()
    guard !followers.isEmpty else { return }
    let line = wire.encode(Reply.event(event))
    for number in followers { connections[number]?.send(line) }
  }

  /// Has whatever depends on the state looked at again: the reports, and whether the agent is still needed.
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

  /// Starts, or starts anew, the time after which an agent that nobody needs ends.
  func considerLeaving() {
    idleTimer?.cancel()
    idleTimer = Task {
      guard let limit = await timeToLeave else { return }
      do { try await Task.sleep(for: limit) } catch { return }
      if await timeToLeave != nil { leave() }
    }
  }

  /// How long to stay as things are; nil for as long as they stay so.
  private var timeToLeave: Duration? {
    get async {
      for output in outputs where await !output.queue.isIdle { return nil }
      if isRetiring { return .zero }
      guard connections.isEmpty else { return nil }
      // What is wanted is written down: without a server the next command may as well start another agent.
      if await !audio.isConnected { return await audio.intent.isEnabled ? serverLimit : idleLimit }
      let isNeeded = await audio.intent.isEnabled
      let isPresent = await audio.isMicrophonePresent
      return isNeeded || isPresent ? nil : idleLimit
    }
  }
}
