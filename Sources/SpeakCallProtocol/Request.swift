import CallRouting
import SpeechSynthesis
import SystemSupport

/// One line from a command to the agent.
public struct Request: Decodable, Sendable, Equatable {
  /// The kinds of requests.
  public enum Action: Decodable, Sendable, Equatable {
    case say(SayRequest)
    /// A further piece of the utterance that the agent asked more of.
    case text(utterance: Int, text: String, isLast: Bool)
    /// `hear` is the level in decibels at which the user hears the speech too; absent for not at all.
    case enable(microphone: MicrophoneIntent.Mode, applications: [String], hear: Double? = nil)
    case disable
    /// One status report, or one after each change.
    case status(watch: Bool)
    case stop
    case skip
    /// Pauses speech and the queue until they are resumed, skipped or stopped.
    case pause
    case resume
    /// Repeats the last text that was heard; the answer is a stream of events, as for ``say(_:)``.
    case `repeat`
    /// Ends utterances that this connection asked for; they are reported as skipped.
    case cancel(utterances: [Int])
    /// All events, until the connection is closed.
    case events

    /// A Boolean value that indicates whether an agent of another version makes room instead of answering.
    package var needsSameVersion: Bool {
      switch self {
      case .say, .enable, .events, .repeat: true
      case .text, .disable, .status, .stop, .skip, .pause, .resume, .cancel: false
      }
    }
  }

  /// The version of the command; an agent of another version makes room for a new one.
  public var version: String
  /// The kind of request, with its values.
  public var action: Action

  /// Creates a request of this version of the program.
  public init(_ action: Action) {
    self.action = action
    version = Version.current
  }
}

extension Request {
  /// The line of the request, without its end: the JSON that `Decodable` makes the same request of.
  var line: [UInt8] {
    JSONLine { line in
      line.text("version", version)
      line.object("action") { line in action.write(to: &line) }
    }.bytes
  }
}

extension Request.Action {
  fileprivate func write(to line: inout JSONLine) {
    switch self {
    case .say(let request): line.object("say") { $0.object("_0", request.write) }
    case .text(let utterance, let text, let isLast):
      line.object("text") { line in
        line.integer("utterance", utterance)
        line.text("text", text)
        line.flag("isLast", isLast)
      }
    case .enable(let microphone, let applications, let hear):
      line.object("enable") { line in
        line.text("microphone", microphone.rawValue)
        line.texts("applications", applications)
        line.number("hear", hear)
      }
    case .disable: line.object("disable") { _ in }
    case .status(let watch): line.object("status") { $0.flag("watch", watch) }
    case .stop: line.object("stop") { _ in }
    case .skip: line.object("skip") { _ in }
    case .pause: line.object("pause") { _ in }
    case .resume: line.object("resume") { _ in }
    case .repeat: line.object("repeat") { _ in }
    case .cancel(let utterances): line.object("cancel") { $0.integers("utterances", utterances) }
    case .events: line.object("events") { _ in }
    }
  }
}

extension SayRequest {
  fileprivate func write(to line: inout JSONLine) {
    line.text("text", text)
    line.flag("isComplete", isComplete)
    line.object("settings", settings.write)
    line.text("placement", placement.rawValue)
    line.number("waitForCall", waitForCall)
    line.flag("isPreview", isPreview)
    if let resumption {
      line.object("resumption") { line in
        line.integer("offset", resumption.offset)
        line.number("seconds", resumption.seconds)
      }
    }
    line.flag("isDetached", isDetached)
    line.number("pauseBefore", pauseBefore)
    if let quote {
      line.object("quote") { line in
        line.text("speaker", quote.speaker)
        line.integer("line", quote.line)
      }
    }
    line.flag("wantsLevels", wantsLevels)
    line.flag("isHeld", isHeld)
  }
}

extension SpeechSettings {
  fileprivate func write(to line: inout JSONLine) {
    line.text("voice", voice)
    line.integer("rate", rate)
    line.integer("pitch", pitch)
    line.number("gain", gain)
    line.flag("isSSML", isSSML)
  }
}
