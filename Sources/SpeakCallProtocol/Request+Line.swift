import SpeechSynthesis

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
