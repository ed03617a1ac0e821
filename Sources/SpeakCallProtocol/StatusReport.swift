import CallRouting
import UserData

/// What `speakcall status` tells: permission, injection, calls, microphone, speech, server and agent.
///
/// Encodes to exactly the JSON of `status --json`.
public struct StatusReport: Codable, Sendable, Equatable {
  /// Whether speech is switched into the call, and what happens to the real microphone meanwhile.
  public struct Injection: Codable, Sendable, Equatable {
    /// A Boolean value that indicates whether speech is switched into calls.
    public var enabled: Bool
    /// `mix`, `duck` or `mute`.
    public var microphone: MicrophoneIntent.Mode
    /// The apps whose calls are meant, when not all are.
    public var applications: [String]?
    /// Whether the user hears the speech on the default output too; absent if not.
    public var hear: Bool?
    /// How loud, in decibels of its level in the call.
    public var hearLevel: Double?
    /// What the user should know who hears it, when there is something.
    public var advice: String?

    package init(
      enabled: Bool, microphone: MicrophoneIntent.Mode, applications: [String]? = nil, hear: Bool? = nil,
      hearLevel: Double? = nil,
      advice: String? = nil
    ) {
      self.enabled = enabled
      self.microphone = microphone
      self.applications = applications
      self.hear = hear
      self.hearLevel = hearLevel
      self.advice = advice
    }
  }

  /// A stream that records, or would record, what the user says in a call.
  public struct Call: Codable, Sendable, Equatable {
    /// The name that the app shows its users; outside text.
    public var application: String
    /// The file name of the app's program.
    public var binary: String?
    /// The process that owns the stream.
    public var pid: Int32?
    /// `active`, or `held` while the stream is corked.
    public var state: CallStream.State
    /// The name of the source that the stream reads.
    public var source: String
    /// Whether the stream reads the virtual microphone.
    public var attached: Bool
    /// Whether the server lets the stream be moved to another source.
    public var movable: Bool
    /// Why this is taken for a call.
    public var reason: String
    /// What the user has to do for speech to reach this call, when something is needed.
    public var advice: String?

    package init(
      application: String, binary: String? = nil, pid: Int32? = nil, state: CallStream.State, source: String,
      attached: Bool,
      movable: Bool, reason: String, advice: String? = nil
    ) {
      self.application = application
      self.binary = binary
      self.pid = pid
      self.state = state
      self.source = source
      self.attached = attached
      self.movable = movable
      self.reason = reason
      self.advice = advice
    }
  }

  /// A stream that records but is no call.
  public struct Other: Codable, Sendable, Equatable {
    /// The name that the app shows its users; outside text.
    public var application: String
    /// The file name of the app's program.
    public var binary: String?
    /// Why it is no call.
    public var reason: String

    package init(application: String, binary: String? = nil, reason: String) {
      self.application = application
      self.binary = binary
      self.reason = reason
    }
  }

  /// The source that call apps read as their microphone.
  public struct Microphone: Codable, Sendable, Equatable {
    /// A Boolean value that indicates whether call apps can read the virtual microphone.
    public var present: Bool
    /// How many streams read it now.
    public var readers: Int
    /// The name of the source that is mixed in, while it is open.
    public var realMicrophone: String?

    package init(present: Bool, readers: Int, realMicrophone: String? = nil) {
      self.present = present
      self.readers = readers
      self.realMicrophone = realMicrophone
    }
  }

  /// What is being said.
  public struct Speech: Codable, Sendable, Equatable {
    /// The states of speech.
    public enum State: String, Codable, Sendable {
      case idle, speaking, paused
    }

    /// A text that waits.
    public struct Queued: Codable, Sendable, Equatable {
      /// The number of the utterance.
      public var id: Int
      /// The text, or its beginning and an ellipsis when it is long.
      public var text: String
      /// Whose words these are, when they are part of a script.
      public var speaker: String?

      /// Creates an entry.
      public init(id: Int, text: String, speaker: String? = nil) {
        self.id = id
        self.text = text
        self.speaker = speaker
      }
    }

    /// The state of speech.
    public var state: State
    /// The text that is being spoken, or that goes on when speech does.
    public var text: String?
    /// How many utterances wait behind the one being spoken.
    public var queued: Int
    /// The first of those that wait, in their order; absent when none does.
    public var queue: [Queued]?

    package init(state: State, text: String? = nil, queued: Int, queue: [Queued]? = nil) {
      self.state = state
      self.text = text
      self.queued = queued
      self.queue = queue
    }
  }

  /// The sound server, as it names itself.
  public struct Server: Codable, Sendable, Equatable {
    /// `PulseAudio` or `PipeWire`; absent while no server answers.
    public var name: String?
    /// The version of the server.
    public var version: String?
    /// A Boolean value that indicates whether the agent is connected to it.
    public var connected: Bool

    package init(name: String? = nil, version: String? = nil, connected: Bool) {
      self.name = name
      self.version = version
      self.connected = connected
    }
  }

  /// The process that answers.
  public struct Agent: Codable, Sendable, Equatable {
    /// The agent's process.
    public var pid: Int32
    /// The agent's version.
    public var version: String
    /// What the kernel lacks to confine the speech engine with, each with the reason; absent if it has everything.
    public var unconfined: [String]?

    package init(pid: Int32, version: String, unconfined: [String]? = nil) {
      self.pid = pid
      self.version = version
      self.unconfined = unconfined
    }
  }

  /// `granted`, `denied`, `undetermined` or `serviceDisabled`.
  public var permission: Permission
  /// Why permission is not granted, when there is more to say than its name.
  public var permissionReason: String?
  /// Whether speech is switched into calls, and how.
  public var injection: Injection
  /// The streams taken for calls.
  public var calls: [Call]
  /// The streams that record but are no calls.
  public var others: [Other]
  /// The source that call apps read.
  public var virtualMicrophone: Microphone
  /// What is being said.
  public var speech: Speech
  /// The sound server.
  public var server: Server
  /// The process that answers.
  public var agent: Agent
  /// What stands in the way of the setup at the moment, one sentence each.
  public var problems: [String]?

  package init(
    permission: Permission, permissionReason: String? = nil, injection: Injection, calls: [Call], others: [Other],
    virtualMicrophone: Microphone, speech: Speech, server: Server, agent: Agent, problems: [String]? = nil
  ) {
    self.permission = permission
    self.permissionReason = permissionReason
    self.injection = injection
    self.calls = calls
    self.others = others
    self.virtualMicrophone = virtualMicrophone
    self.speech = speech
    self.server = server
    self.agent = agent
    self.problems = problems
  }
}
