/// Something that happened in the agent, as `say --json` and `speakcall events` print it.
public enum AgentEvent: Sendable, Equatable {
  /// Why an utterance ended before its last word.
  public enum CancelReason: String, Codable, Sendable {
    case stopped, skipped, replaced, callEnded, permissionWithdrawn, serverLost, failed
  }

  case queued(id: Int)
  /// The utterance that starts next is part of a script.
  case quote(id: Int, speaker: String, line: Int)
  /// The first sample left; `clock` is when that was, in seconds of `CLOCK_MONOTONIC`.
  case started(id: Int, text: String, voice: String, clock: Double)
  /// A word became audible: its place in the text in Unicode scalars, its time in seconds since the first sample.
  case word(id: Int, offset: Int, length: Int, time: Double)
  case finished(id: Int, seconds: Double)
  /// How loud the sound is at this time of the utterance, in dBFS; told only to a caller that asked for it.
  case level(id: Int, level: Double, time: Double)
  /// The user holds the utterance; the queue waits.
  case paused(id: Int)
  /// An utterance that was held, or cut by a loss of the server or the agent, goes on from this word, at `time` of it and
  /// at `clock`, in seconds of `CLOCK_MONOTONIC`.
  case resumed(id: Int, offset: Int, time: Double, clock: Double)
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
    case .quote(let id, _, _): id
    case .started(let id, _, _, _): id
    case .word(let id, _, _, _): id
    case .level(let id, _, _): id
    case .finished(let id, _): id
    case .paused(let id): id
    case .resumed(let id, _, _, _): id
    case .cancelled(let id, _, _): id
    case .warning(let id, _): id
    case .callStarted, .callEnded, .injection, .permission, .server: nil
    }
  }

  /// The same, about an utterance of another number.
  public func numbered(_ id: Int) -> AgentEvent {
    switch self {
    case .queued: .queued(id: id)
    case .quote(_, let speaker, let line): .quote(id: id, speaker: speaker, line: line)
    case .started(_, let text, let voice, let clock): .started(id: id, text: text, voice: voice, clock: clock)
    case .level(_, let level, let time): .level(id: id, level: level, time: time)
    case .paused: .paused(id: id)
    case .word(_, let offset, let length, let time): .word(id: id, offset: offset, length: length, time: time)
    case .finished(_, let seconds): .finished(id: id, seconds: seconds)
    case .resumed(_, let offset, let time, let clock): .resumed(id: id, offset: offset, time: time, clock: clock)
    case .cancelled(_, let reason, let spoken): .cancelled(id: id, reason: reason, spoken: spoken)
    case .warning(_, let text): .warning(id: id, text: text)
    case .callStarted, .callEnded, .injection, .permission, .server: self
    }
  }
}

extension AgentEvent: Codable {
  private enum Name: String, Codable {
    case queued, quote, started, word, level, finished, paused, resumed, cancelled, warning, callStarted, callEnded,
      injection, permission,
      server
  }

  private enum Key: String, CodingKey {
    case event, id, text, voice, clock, speaker, line, offset, length, time, level, seconds, reason, spoken
    case application, enabled, microphone, state, connected
  }

  /// Reads the flat JSON object that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func value<T: Decodable>(_ key: Key) throws -> T { try values.decode(T.self, forKey: key) }
    switch try value(.event) as Name {
    case .queued: self = .queued(id: try value(.id))
    case .quote: self = .quote(id: try value(.id), speaker: try value(.speaker), line: try value(.line))
    case .started:
      self = .started(
        id: try value(.id), text: try value(.text), voice: try value(.voice), clock: try value(.clock))
    case .word:
      self = .word(
        id: try value(.id), offset: try value(.offset), length: try value(.length), time: try value(.time))
    case .level: self = .level(id: try value(.id), level: try value(.level), time: try value(.time))
    case .paused: self = .paused(id: try value(.id))
    case .resumed:
      self = .resumed(
        id: try value(.id), offset: try value(.offset), time: try value(.time), clock: try value(.clock))
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
    case .quote(let id, let speaker, let line):
      try name(.quote)
      try values.encode(id, forKey: .id)
      try values.encode(speaker, forKey: .speaker)
      try values.encode(line, forKey: .line)
    case .started(let id, let text, let voice, let clock):
      try name(.started)
      try values.encode(id, forKey: .id)
      try values.encode(text, forKey: .text)
      try values.encode(voice, forKey: .voice)
      try values.encode(clock, forKey: .clock)
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
    case .level(let id, let level, let time):
      try name(.level)
      try values.encode(id, forKey: .id)
      try values.encode(level, forKey: .level)
      try values.encode(time, forKey: .time)
    case .paused(let id):
      try name(.paused)
      try values.encode(id, forKey: .id)
    case .resumed(let id, let offset, let time, let clock):
      try name(.resumed)
      try values.encode(id, forKey: .id)
      try values.encode(offset, forKey: .offset)
      try values.encode(time, forKey: .time)
      try values.encode(clock, forKey: .clock)
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
