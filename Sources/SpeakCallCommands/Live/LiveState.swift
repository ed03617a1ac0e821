import SpeakCallProtocol
import SpeechSynthesis

/// The state that a ``LiveView`` shows.
struct LiveState: Equatable {
  /// An utterance that is being heard.
  struct Utterance: Equatable {
    var id: Int
    var text: String
    var voice: String
    /// The place of the word that is heard, in Unicode scalars of the text.
    var word: Range<Int>?
  }

  /// The utterance that is being heard, of any command.
  private(set) var current: Utterance?
  /// The utterance that is being heard, or was heard last.
  private(set) var last: Utterance?
  /// The user's lines in the queue.
  var waiting: [String] = []
  /// The agent's last report.
  var report: StatusReport?
  /// A Boolean value that indicates whether the user has paused speech.
  private(set) var isPaused = false
  /// The problem that prevents everything, one sentence.
  var problem: String?
  /// The unit that is spoken while a line is typed; `nil` for whole lines.
  var unit: TypeAhead.Unit?
  /// A Boolean value that indicates whether `live` ends when everything was heard.
  var isLeaving = false

  /// Sets the text of an utterance that grows, or that another agent continues.
  mutating func setText(_ text: String, of id: Int) {
    guard current?.id == id, current?.text != text else { return }
    current?.text = text
    last?.text = text
  }

  /// Follows an event; returns the line for the transcript, if any.
  ///
  /// `text` returns the text of an utterance of the user's own.
  mutating func follow(_ event: AgentEvent, text: (Int) -> String?) -> String? {
    switch event {
    case .utterance(let event): return follow(event, text: text)
    case .callStarted(let application): return "– in a call: \(application)"
    case .callEnded(let application): return "– call ended: \(application)"
    case .permission(let state):
      return state == .granted ? "– permission granted" : "– no permission to speak any more"
    case .server(let connected): return connected ? "– the sound server is back" : "– the sound server is gone"
    case .injection(let enabled, _): return enabled ? nil : "– injection is off"
    }
  }

  private mutating func follow(_ event: UtteranceEvent, text: (Int) -> String?) -> String? {
    let id = event.id
    switch event.kind {
    case .started(let started, let voice, _):
      current = Utterance(id: id, text: text(id) ?? started, voice: voice)
      last = current
    case .resumed:
      isPaused = false
      if current?.id != id, let text = text(id) { current = Utterance(id: id, text: text, voice: last?.voice ?? "") }
    case .word(let offset, let length, _):
      isPaused = false
      if current?.id == id { current?.word = offset..<(offset + length) }
    case .finished: return end(id) { "▸ \($0)" }
    case .cancelled(let reason, let spoken):
      return end(id) { text in
        let heard = String(String.UnicodeScalarView(text.unicodeScalars.prefix(spoken)))
        return "▸ \(heard)… (\(Self.phrase(reason)))"
      }
    case .paused: isPaused = true
    case .queued, .quote, .level, .warning: break
    }
    return nil
  }

  /// Forgets the speech of an agent that is gone.
  mutating func forgetAgent() {
    current = nil
    isPaused = false
  }

  private mutating func end(_ id: Int, _ line: (String) -> String) -> String? {
    guard let ended = current, ended.id == id else { return nil }
    current = nil
    return ended.text.isEmpty ? nil : line(ended.text)
  }

  private static func phrase(_ reason: CancelReason) -> String {
    switch reason {
    case .stopped: "stopped"
    case .skipped: "skipped"
    case .replaced: "interrupted"
    case .callEnded: "the call ended"
    case .permissionWithdrawn: "permission was withdrawn"
    case .serverLost: "the sound server went away"
    case .failed: "it failed"
    }
  }
}

/// The options of `live`.
struct LiveOptions {
  var settings: SpeechSettings
  var isPreview: Bool
  var unit: TypeAhead.Unit?
  /// A Boolean value that indicates whether nothing that is typed is stored.
  var isPrivate: Bool

  /// Returns the request for a line, or for a text that is being typed.
  func request(_ text: String, _ placement: SayRequest.Placement, isComplete: Bool = true) -> SayRequest {
    SayRequest(
      text: text, isComplete: isComplete, settings: settings, placement: placement, isPreview: isPreview,
      pauseBefore: isComplete ? nil : 0)
  }
}

extension Failure {
  /// The message with the next command.
  var sentence: String { message + (next.map { ". Next: \($0)" } ?? "") }

  /// The next step of the user, in `live` or in another terminal.
  var adviceInLive: String {
    switch status {
    case .configuration: ". Type /enable to enable it, then Enter again"
    case .temporaryFailure: "; Enter sends it again"
    default: next.map { ". Next: \($0)" } ?? ""
    }
  }
}
