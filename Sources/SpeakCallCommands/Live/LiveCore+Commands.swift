import CallRouting
import SpeechSynthesis

/// The commands behind a slash that need no keyboard.
extension LiveCore {
  /// Carries out a command; returns false for one that it does not know.
  func carryOut(_ name: LiveCommandName, _ value: String?) {
    switch name {
    case .stop: stop()
    case .skip: command(.skip)
    case .pause: command(.pause)
    case .resume: command(.resume)
    case .repeat: repeatLast()
    case .help: for line in LiveHelp.lines { note(line) }
    case .quit: leaveWhenIdle()
    case .mic, .enable: setMicrophone(value, name)
    case .voice: change { $0.voice = value }
    case .rate: setRate(value)
    case .type: setUnit(named: value)
    case .phrases: break
    }
  }

  /// Reads the name of a command; tells the nearest one for a name that is none.
  func commandName(_ name: String) -> LiveCommandName? {
    if let known = LiveCommandName(rawValue: name) { return known }
    let nearest = NearestName.to(name, in: LiveCommandName.allCases.map(\.rawValue)) ?? ""
    note("– there is no command '/\(name)'; the nearest one is '/\(nearest)'. Next: /help")
    return nil
  }

  private func setMicrophone(_ value: String?, _ name: LiveCommandName) {
    let present = name == .enable ? scene.report?.injection.microphone ?? .mix : nil
    guard let mode = value.map(MicrophoneIntent.Mode.init) ?? present else {
      return note("– /\(name.rawValue) takes \(name.values.joined(separator: ", ")), not '\(value ?? "")'")
    }
    // All else that was wanted stays so.
    let injection = scene.report?.injection
    command(
      .enable(microphone: mode, applications: injection?.applications ?? [], hear: injection?.hearLevel))
  }

  private func setRate(_ value: String?) {
    let rates = SpeechSettings.rates
    guard let value else { return change { $0.rate = nil } }
    guard let rate = Int(value), rates.contains(rate) else {
      return note("– /rate takes \(rates.lowerBound) to \(rates.upperBound) words a minute, not '\(value)'")
    }
    change { $0.rate = rate }
  }

  private func setUnit(named value: String?) {
    if value == "off" { return setUnit(nil) }
    guard let unit = value.flatMap(TypeAhead.Unit.init) else {
      return note("– /type takes \(LiveCommandName.type.values.joined(separator: ", ")), not '\(value ?? "")'")
    }
    setUnit(unit)
  }
}
