/// Something that happened in the agent, as `say --json` and `speakcall events` print it.
public enum AgentEvent: Sendable, Equatable {
  /// Why an utterance ended before its last word.
  public enum CancelReason: String, Codable, Sendable {
    case stopped, skipped, replaced, callEnded, permissionWithdrawn, serverLost, failed
  }

  case queued(id: Int)
  case started(id: Int, text: String, voice: String)
  /// A word became audible: its place in the text in Unicode scalars, its time in seconds since the first sample.
  case word(id: Int, offset: Int, length: Int, time: Double)
  case finished(id: Int, seconds: Double)
  /// An utterance that was cut by a loss of the server or the agent goes on from this word.
  case resumed(id: Int, offset: Int)
  /// `spoken` counts the Unicode scalars of the text up to the end of the last word that was heard.
  case cancelled(id: Int, reason: CancelReason, spoken: Int)
  /// Something about the utterance that its caller should know and that does not end it; a sentence.
  case warning(id: Int, text: String)
  case callStarted(application: String)
  case callEnded(application: String)
  case injection(enabled: Bool, microphone: String)
  case permission(state: String)
  case server(connected: Bool)
}

extension AgentEvent {
  /// The utterance that this is about.
  public var utterance: Int? {
    switch self {
    case .queued(let id): id
    case .started(let id, _, _): id
    case .word(let id, _, _, _): id
    case .finished(let id, _): id
    case .resumed(let id, _): id
    case .cancelled(let id, _, _): id
    case .warning(let id, _): id
    case .callStarted, .callEnded, .injection, .permission, .server: nil
    }
  }

  /// The same, about an utterance of another number.
  public func numbered(_ id: Int) -> AgentEvent {
    switch self {
    case .queued: .queued(id: id)
    case .started(_, let text, let voice): .started(id: id, text: text, voice: voice)
    case .word(_, let offset, let length, let time): .word(id: id, offset: offset, length: length, time: time)
    case .finished(_, let seconds): .finished(id: id, seconds: seconds)
    case .resumed(_, let offset): .resumed(id: id, offset: offset)
    case .cancelled(_, let reason, let spoken): .cancelled(id: id, reason: reason, spoken: spoken)
    case .warning(_, let text): .warning(id: id, text: text)
    case .callStarted, .callEnded, .injection, .permission, .server: self
    }
  }
}

extension AgentEvent: Codable {
  private enum Name: String, Codable {
    case queued, started, word, finished, resumed, cancelled, warning, callStarted, callEnded, injection, permission,
      server
  }

  private enum Key: String, CodingKey {
    case event, id, text, voice, offset, length, time, seconds, reason, spoken
    case application, enabled, microphone, state, connected
  }

  /// Reads the flat JSON object that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func value<T: Decodable>(_ key: Key) throws -> T { try values.decode(T.self, forKey: key) }
    switch try value(.event) as Name {
    case .queued: self = .queued(id: try value(.id))
    case .started: self = .started(id: try value(.id), text: try value(.text), voice: try value(.voice))
    case .word:
      self = .word(
        id: try value(.id), offset: try value(.offset), length: try value(.length), time: try value(.time))
    case .resumed: self = .resumed(id: try value(.id), offset: try value(.offset))
    case .finished: self = .finished(id: try value(.id), seconds: try value(.seconds))
    case .cancelled:
      self = .cancelled(id: try value(.id), reason: try value(.reason), spoken: try value(.spoken))
    case .warning: self = .warning(id: try value(.id), text: try value(.text))
    case .callStarted: self = .callStarted(application: try value(.application))
    case .callEnded: self = .callEnded(application: try value(.application))
    case .injection: self = .injection(enabled: try value(.enabled), microphone: try value(.microphone))
    case .permission: self = .permission(state: try value(.state))
    case .server: self = .server(connected: try value(.connected))
    }
  }

  /// Writes one flat JSON object whose `event` names the kind.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    func name(_ name: Name) throws { try values.encode(name, forKey: .event) }
    switch self {
    case .queued(let id):
      try name(.queued)
      try values.encode(id, forKey: .id)
    case .started(let id, let text, let voice):
      try name(.started)
      try values.encode(id, forKey: .id)
      try values.encode(text, forKey: .text)
      try values.encode(voice, forKey: .voice)
    case .word(let id, let offset, let length, let time):
      try name(.word)
      try values.encode(id, forKey: .id)
      try values.encode(offset, forKey: .offset)
      try values.encode(length, forKey: .length)
      try values.encode(time, forKey: .time)
    case .finished(let id, let seconds):
      try name(.finished)
      try values.encode(id, forKey: .id)
      try values.encode(seconds, forKey: .seconds)
    case .resumed(let id, let offset):
      try name(.resumed)
      try values.encode(id, forKey: .id)
      try values.encode(offset, forKey: .offset)
    case .cancelled(let id, let reason, let spoken):
      try name(.cancelled)
      try values.encode(id, forKey: .id)
      try values.encode(reason, forKey: .reason)
      try values.encode(spoken, forKey: .spoken)
    case .warning(let id, let text):
      try name(.warning)
      try values.encode(id, forKey: .id)
      try values.encode(text, forKey: .text)
    case .callStarted(let application):
      try name(.callStarted)
      try values.encode(application, forKey: .application)
    case .callEnded(let application):
      try name(.callEnded)
      try values.encode(application, forKey: .application)
    case .injection(let enabled, let microphone):
      try name(.injection)
      try values.encode(enabled, forKey: .enabled)
      try values.encode(microphone, forKey: .microphone)
    case .permission(let state):
      try name(.permission)
      try values.encode(state, forKey: .state)
    case .server(let connected):
      try name(.server)
      try values.encode(connected, forKey: .connected)
    }
  }
}
