import CallRouting
import UserData

/// Something that happened in the agent, as `say --json` and `speakcall events` print it.
public enum AgentEvent: Sendable, Equatable {
  case utterance(UtteranceEvent)
  case callStarted(application: String)
  case callEnded(application: String)
  case injection(enabled: Bool, microphone: MicrophoneIntent.Mode)
  case permission(Permission)
  case server(connected: Bool)

  /// Creates the event of an utterance.
  public static func utterance(_ id: Int, _ kind: UtteranceEvent.Kind) -> AgentEvent {
    .utterance(UtteranceEvent(id: id, kind: kind))
  }

  /// The event of an utterance, if it is one.
  public var utterance: UtteranceEvent? { if case .utterance(let event) = self { event } else { nil } }
}

extension AgentEvent: Codable {
  /// Reads the flat JSON object that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    guard let event = fields.agentEvent else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(fields.event.rawValue)' lacks a value"))
    }
    self = event
  }

  /// Writes one flat JSON object whose `event` names the kind.
  public func encode(to encoder: any Encoder) throws { try Fields(self).encode(to: encoder) }
}

/// The members of an event's JSON object; each kind has some of them.
private struct Fields: Codable {
  enum Name: String, Codable {
    case queued, quote, started, word, level, finished, paused, resumed, cancelled, warning, callStarted, callEnded,
      injection, permission, server
  }

  let event: Name
  var id: Int?
  var text: String?
  var voice: String?
  var clock: Double?
  var speaker: String?
  var line: Int?
  var offset: Int?
  var length: Int?
  var time: Double?
  var level: Double?
  var seconds: Double?
  var reason: CancelReason?
  var spoken: Int?
  var application: String?
  var enabled: Bool?
  var microphone: MicrophoneIntent.Mode?
  var state: Permission?
  var connected: Bool?

  init(_ event: AgentEvent) {
    switch event {
    case .utterance(let event): self.init(event)
    case .callStarted(let application): self.init(event: .callStarted, application: application)
    case .callEnded(let application): self.init(event: .callEnded, application: application)
    case .injection(let enabled, let microphone):
      self.init(event: .injection, enabled: enabled, microphone: microphone)
    case .permission(let state): self.init(event: .permission, state: state)
    case .server(let connected): self.init(event: .server, connected: connected)
    }
  }

  private init(_ event: UtteranceEvent) {
    let id = event.id
    switch event.kind {
    case .queued: self.init(event: .queued, id: id)
    case .quote(let label): self.init(event: .quote, id: id, speaker: label.speaker, line: label.line)
    case .started(let text, let voice, let clock):
      self.init(event: .started, id: id, text: text, voice: voice, clock: clock)
    case .word(let offset, let length, let time):
      self.init(event: .word, id: id, offset: offset, length: length, time: time)
    case .level(let level, let time): self.init(event: .level, id: id, time: time, level: level)
    case .paused: self.init(event: .paused, id: id)
    case .resumed(let offset, let time, let clock):
      self.init(event: .resumed, id: id, clock: clock, offset: offset, time: time)
    case .finished(let seconds): self.init(event: .finished, id: id, seconds: seconds)
    case .cancelled(let reason, let spoken): self.init(event: .cancelled, id: id, reason: reason, spoken: spoken)
    case .warning(let text): self.init(event: .warning, id: id, text: text)
    }
  }

  private init(
    event: Name, id: Int? = nil, text: String? = nil, voice: String? = nil, clock: Double? = nil,
    speaker: String? = nil, line: Int? = nil, offset: Int? = nil, length: Int? = nil, time: Double? = nil,
    level: Double? = nil, seconds: Double? = nil, reason: CancelReason? = nil, spoken: Int? = nil,
    application: String? = nil, enabled: Bool? = nil, microphone: MicrophoneIntent.Mode? = nil,
    state: Permission? = nil, connected: Bool? = nil
  ) {
    self.event = event
    (self.id, self.text, self.voice, self.clock) = (id, text, voice, clock)
    (self.speaker, self.line, self.offset, self.length) = (speaker, line, offset, length)
    (self.time, self.level, self.seconds, self.reason, self.spoken) = (time, level, seconds, reason, spoken)
    (self.application, self.enabled, self.microphone) = (application, enabled, microphone)
    (self.state, self.connected) = (state, connected)
  }

  /// The event; `nil` if a value is missing.
  var agentEvent: AgentEvent? {
    switch event {
    case .callStarted: application.map { .callStarted(application: $0) }
    case .callEnded: application.map { .callEnded(application: $0) }
    case .injection: enabled.flatMap { enabled in microphone.map { .injection(enabled: enabled, microphone: $0) } }
    case .permission: state.map { .permission($0) }
    case .server: connected.map { .server(connected: $0) }
    default: id.flatMap { id in kind.map { .utterance(id, $0) } }
    }
  }

  private var kind: UtteranceEvent.Kind? {
    switch event {
    case .queued: return .queued
    case .paused: return .paused
    case .quote:
      guard let speaker, let line else { return nil }
      return .quote(QuoteLabel(speaker: speaker, line: line))
    case .started:
      guard let text, let voice, let clock else { return nil }
      return .started(text: text, voice: voice, clock: clock)
    case .word:
      guard let offset, let length, let time else { return nil }
      return .word(offset: offset, length: length, time: time)
    case .level:
      guard let level, let time else { return nil }
      return .level(level, time: time)
    case .resumed:
      guard let offset, let time, let clock else { return nil }
      return .resumed(offset: offset, time: time, clock: clock)
    case .finished: return seconds.map { .finished(seconds: $0) }
    case .cancelled:
      guard let reason, let spoken else { return nil }
      return .cancelled(reason, spoken: spoken)
    case .warning: return text.map { .warning($0) }
    case .callStarted, .callEnded, .injection, .permission, .server: return nil
    }
  }
}
