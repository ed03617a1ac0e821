import SpeakCallProtocol

/// What `live` shows above the line that is being typed.
struct LiveScene: Equatable {
  /// A text that is being heard.
  struct Heard: Equatable {
    var id: Int
    var text: String
    var voice: String
    /// The place of the word being heard, in Unicode scalars of the text.
    var word: Range<Int>?
  }

  /// What is being heard, whoever says it.
  private(set) var heard: Heard?
  /// What was heard last, or is being heard.
  private(set) var last: Heard?
  /// The user's lines that wait for their turn.
  var waiting: [String] = []
  /// The agent's last report; nil while there is none.
  var report: StatusReport?
  /// A Boolean value that indicates whether the user holds the speech.
  private(set) var isPaused = false
  /// What is in the way of everything, one sentence.
  var trouble: String?
  /// What is finished when it is spoken as it is typed; nil without that.
  var unit: TypeAhead.Unit?
  /// A Boolean value that indicates whether `live` ends when everything was heard.
  var isLeaving = false

  /// Shows a text for an utterance that grows, or that another agent takes up.
  mutating func setText(_ text: String, of id: Int) {
    guard heard?.id == id, heard?.text != text else { return }
    heard?.text = text
    last?.text = text
  }

  /// Follows an event; returns the line that goes into the transcript, if one does.
  ///
  /// `text` tells the user's own texts.
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
      heard = Heard(id: id, text: text(id) ?? started, voice: voice)
      last = heard
    case .resumed:
      isPaused = false
      if heard?.id != id, let text = text(id) { heard = Heard(id: id, text: text, voice: last?.voice ?? "") }
    case .word(let offset, let length, _):
      isPaused = false
      if heard?.id == id { heard?.word = offset..<(offset + length) }
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

  /// Forgets what an agent that is gone was saying.
  mutating func forgetAgent() {
    heard = nil
    isPaused = false
  }

  private mutating func end(_ id: Int, _ line: (String) -> String) -> String? {
    guard let ended = heard, ended.id == id else { return nil }
    heard = nil
    return ended.text.isEmpty ? nil : line(ended.text)
  }

  /// Why speech ended early, for a person.
  static func phrase(_ reason: CancelReason) -> String {
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
