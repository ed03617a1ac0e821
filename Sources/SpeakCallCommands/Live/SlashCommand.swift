import CallRouting
import SpeechSynthesis
import TextProcessing

/// A command behind a slash in `live`.
enum SlashCommand: String, CaseIterable {
  case help, stop, skip, pause, resume, `repeat`, mic, enable, voice, rate, type, phrases, quit

  /// The values to choose from.
  var values: [String] {
    switch self {
    case .mic, .enable: MicrophoneIntent.Mode.allCases.map(\.rawValue)
    case .type: TypeAhead.Unit.allCases.map(\.rawValue) + ["off"]
    case .help, .stop, .skip, .pause, .resume, .repeat, .voice, .rate, .phrases, .quit: []
    }
  }

  /// The command and its value, as help shows it.
  var usage: String {
    switch self {
    case .voice: "/voice NAME"
    case .rate: "/rate WPM"
    case .enable: "/enable [\(values.joined(separator: "|"))]"
    default: "/\(rawValue)" + (values.isEmpty ? "" : " " + values.joined(separator: "|"))
    }
  }

  /// The texts that Tab completes after a slash.
  static var completions: [String] {
    allCases.flatMap { command in
      let start = "/\(command.rawValue)"
      let takesMore = !command.values.isEmpty || command == .voice || command == .rate
      return [start + (takesMore ? " " : "")] + command.values.map { "\(start) \($0)" }
    }
  }

  /// Executes a line, and calls `showPhrases` for the command that shows them.
  static func run(_ name: String, _ values: [String], on core: LiveCore, showPhrases: () -> Void) {
    guard let command = SlashCommand(rawValue: name) else {
      let hint = Failure.hint(Spelling.closest(to: "/\(name)", in: allCases.map { "/\($0.rawValue)" }))
      return core.note("– unknown command '/\(name)'\(hint). Next: /help")
    }
    let value = values.first
    switch command {
    case .help: for line in LiveKeys.help { core.note(line) }
    case .stop: core.command(.stop)
    case .skip: core.command(.skip)
    case .pause: core.command(.pause)
    case .resume: core.command(.resume)
    case .repeat: core.repeatLast()
    case .mic, .enable: command.setMicrophone(value, on: core)
    case .voice: core.change { $0.voice = value }
    case .rate: command.setRate(value, on: core)
    case .type: command.setUnit(value, on: core)
    case .phrases: showPhrases()
    case .quit: core.leaveWhenIdle()
    }
  }

  private func setMicrophone(_ value: String?, on core: LiveCore) {
    let injection = core.state.report?.injection
    let present = self == .enable ? injection?.microphone ?? .mix : nil
    guard let mode = value.map(MicrophoneIntent.Mode.init) ?? present else { return reject(value, on: core) }
    // The other options stay as they are.
    core.command(.enable(microphone: mode, applications: injection?.applications ?? [], hear: injection?.hearLevel))
  }

  private func setRate(_ value: String?, on core: LiveCore) {
    let rates = SpeechSettings.rates
    guard let value else { return core.change { $0.rate = nil } }
    guard let rate = Int(value), rates.contains(rate) else {
      return core.note("– /rate takes \(rates.lowerBound) to \(rates.upperBound) words a minute, not '\(value)'")
    }
    core.change { $0.rate = rate }
  }

  private func setUnit(_ value: String?, on core: LiveCore) {
    guard let value, values.contains(value) else { return reject(value, on: core) }
    core.setUnit(TypeAhead.Unit(rawValue: value))
  }

  private func reject(_ value: String?, on core: LiveCore) {
    core.note("– /\(rawValue) takes \(values.joined(separator: ", ")), not '\(value ?? "")'")
  }
}
