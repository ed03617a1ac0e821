import Glibc
import SpeakCallProtocol
import SystemSupport

/// The two connections that `live` keeps to the agent: one to speak on, one to watch and to command, so that a stop never
/// waits behind a text that is just being taken.
struct AgentLink: ~Copyable {
  private let paths: XDGPaths
  private var speech: AgentClient?
  private var control: AgentClient?

  init(paths: XDGPaths) { self.paths = paths }

  /// A Boolean value that indicates whether an agent is there, as far as is known.
  var isConnected: Bool { descriptors.speech >= 0 }

  /// Connects, starting an agent where none runs, and asks to be told of everything.
  mutating func connect() throws(Failure) {
    let speech = try AgentClient.open(paths)
    let control = try AgentClient.open(paths)
    descriptors = (speech.descriptor, control.descriptor)
    self.speech = consume speech
    self.control = consume control
    command(.events)
    // Its answer shows that the events are being told.
    command(.status(watch: true))
  }

  /// Lets go of an agent that is gone.
  mutating func disconnect() {
    speech = nil
    control = nil
    descriptors = (-1, -1)
  }

  /// Sends on the connection for speech; that an agent is gone shows when it is waited for.
  func say(_ action: Request.Action) { _ = speech?.send(action) }

  /// Sends on the other connection.
  func command(_ action: Request.Action) { _ = control?.send(action) }

  /// What to wait on; -1, which `poll` passes over, where there is no connection.
  private(set) var descriptors: (speech: Int32, control: Int32) = (-1, -1)

  /// Reads what has arrived on the connection for speech; returns false when the agent is gone.
  mutating func receiveSpeech() -> Bool { speech?.receive() ?? false }

  /// Reads what has arrived on the other connection; returns false when the agent is gone.
  mutating func receiveControl() -> Bool { control?.receive() ?? false }

  /// The next reply about speech that has arrived.
  mutating func speechReply() throws(Failure) -> Reply? { try speech?.takeReply() }

  /// The next report, event or answer to a command that has arrived.
  mutating func controlReply() throws(Failure) -> Reply? { try control?.takeReply() }
}
