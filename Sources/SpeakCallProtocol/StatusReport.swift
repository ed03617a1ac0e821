import CallRouting
import UserData

/// The report of `speakcall status`: permission, injection, calls, microphone, speech, server and agent.
///
/// Encodes to exactly the JSON of `status --json`.
public struct StatusReport: Codable, Sendable, Equatable {
  /// The injection of speech, and the treatment of the real microphone.
  public struct Injection: Codable, Sendable, Equatable {
    /// A Boolean value that indicates whether speech is switched into calls.
    public var enabled: Bool
    /// `mix`, `duck` or `mute`.
    public var microphone: MicrophoneIntent.Mode
    /// The apps whose calls are meant, when not all are.
    public var applications: [String]?
    /// A Boolean value that indicates whether the user hears speech on the default output too; absent if not.
    public var hear: Bool?
    /// Its level there, in decibels relative to the call.
    public var hearLevel: Double?
    /// Advice to the user who hears it, if there is any.
    public var advice: String?
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
    /// A Boolean value that indicates whether the stream reads the virtual microphone.
    public var attached: Bool
    /// A Boolean value that indicates whether the server lets the stream be moved to another source.
    public var movable: Bool
    /// The reason that this counts as a call.
    public var reason: String
    /// The step that the user has to take for speech to reach this call, if there is one.
    public var advice: String?
  }

  /// A stream that records but is no call.
  public struct Other: Codable, Sendable, Equatable {
    /// The name that the app shows its users; outside text.
    public var application: String
    /// The file name of the app's program.
    public var binary: String?
    /// The reason that this is no call.
    public var reason: String
  }

  /// The source that call apps read as their microphone.
  public struct Microphone: Codable, Sendable, Equatable {
    /// A Boolean value that indicates whether call apps can read the virtual microphone.
    public var present: Bool
    /// The number of streams that read it now.
    public var readers: Int
    /// The name of the source that is mixed in, while it is open.
    public var realMicrophone: String?
  }

  /// The speech.
  public struct Speech: Codable, Sendable, Equatable {
    /// The states of speech.
    public enum State: String, Codable, Sendable {
      case idle, speaking, paused
    }

    /// A waiting text.
    public struct Queued: Codable, Sendable, Equatable {
      /// The number of the utterance.
      public var id: Int
      /// The text, or its beginning and an ellipsis when it is long.
      public var text: String
      /// The speaker, if the text is part of a script.
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
    /// The text that is being spoken, or that continues when speech resumes.
    public var text: String?
    /// The number of utterances that wait behind the one being spoken.
    public var queued: Int
    /// The first of those that wait, in their order; absent when none does.
    public var queue: [Queued]?

    /// Creates the state of speech.
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
  }

  /// The process that answers.
  public struct Agent: Codable, Sendable, Equatable {
    /// The agent's process.
    public var pid: Int32
    /// The agent's version.
    public var version: String
    /// The protections of the speech engine that the kernel lacks, each with the reason; absent if none.
    public var unconfined: [String]?
  }

  /// `granted`, `denied`, `undetermined` or `serviceDisabled`.
  public var permission: Permission
  /// The reason that permission is not granted, if its name does not say it.
  public var permissionReason: String?
  /// The injection.
  public var injection: Injection
  /// The streams taken for calls.
  public var calls: [Call]
  /// The streams that record but are no calls.
  public var others: [Other]
  /// The source that call apps read.
  public var virtualMicrophone: Microphone
  /// The speech.
  public var speech: Speech
  /// The sound server.
  public var server: Server
  /// The process that answers.
  public var agent: Agent
  /// Problems of the setup, one sentence each; absent if there are none.
  public var problems: [String]?
}
