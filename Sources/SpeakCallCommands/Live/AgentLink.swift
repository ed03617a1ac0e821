import Glibc
import SpeakCallProtocol
import SystemSupport

/// The two connections of `live` to the agent, one for speech, one for events and commands.
///
/// With one connection a stop would wait behind a text that the agent is taking.
struct AgentLink: ~Copyable {
  /// The most agents in a row that may end soon after they were started.
  private static let mostShortLives = 3

  private let paths: XDGPaths
  private var speech: AgentClient?
  private var control: AgentClient?
  private var shortLives = 0
  private var lastConnection = ContinuousClock.now

  /// The descriptors to wait on; -1, which `poll` ignores, without a connection.
  private(set) var descriptors: (speech: Int32, control: Int32) = (-1, -1)

  init(paths: XDGPaths) { self.paths = paths }

  /// A Boolean value that indicates whether there is an agent, as far as is known.
  var isConnected: Bool { descriptors.speech >= 0 }

  /// Connects, starting an agent if none runs, and subscribes to events.
  mutating func connect() throws(Failure) {
    lastConnection = .now
    let speech = try AgentClient.open(paths)
    let control = try AgentClient.open(paths)
    descriptors = (speech.descriptor, control.descriptor)
    self.speech = consume speech
    self.control = consume control
    command(.events)
    // Its answer confirms the subscription.
    command(.status(watch: true))
  }

  /// Connects at the user's request, which allows agents to end soon again.
  mutating func reconnect() throws(Failure) {
    shortLives = 0
    try connect()
  }

  /// Connects to another agent; fails when several in a row have ended soon.
  mutating func replaceAgent() throws(Failure) {
    shortLives = lastConnection.duration(to: .now) < .seconds(10) ? shortLives + 1 : 0
    guard shortLives <= Self.mostShortLives else { throw Failure(.agentEndsAtOnce(log: paths.log)) }
    try connect()
  }

  /// Closes the connections to an agent that is gone.
  mutating func disconnect() {
    speech = nil
    control = nil
    descriptors = (-1, -1)
  }

  /// Sends on the connection for speech; the loss of the agent shows in ``receive(speech:control:)``.
  func say(_ action: Request.Action) { _ = speech?.send(action) }

  /// Sends on the other connection.
  func command(_ action: Request.Action) { _ = control?.send(action) }

  /// Reads from the connections that are ready; returns false when the agent is gone.
  mutating func receive(speech isSpeechReady: Bool, control isControlReady: Bool) -> Bool {
    let hasSpeech = isSpeechReady ? speech?.receive() ?? false : true
    let hasControl = isControlReady ? control?.receive() ?? false : true
    return hasSpeech && hasControl
  }

  /// Returns the next reply about speech that has arrived.
  mutating func speechReply() throws(Failure) -> Reply? { try speech?.takeReply() }

  /// Returns the next report, event or answer to a command that has arrived.
  mutating func controlReply() throws(Failure) -> Reply? { try control?.takeReply() }
}
