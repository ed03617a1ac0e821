import CallRouting
import SpeakCallProtocol
import SpeechSynthesis
import UserData

extension Setting {
  /// All settings, in the order of the list.
  static let all = [
    Setting(
      name: SayCommand.voice.declaration.name, kind: .text, help: "the voice",
      fallback: "the voice of the language", check: checkVoice),
    Setting(
      name: SayCommand.rate.declaration.name, kind: .integer(SpeechSettings.rates), help: "words a minute",
      fallback: "\(SpeechSettings.defaultRate)"),
    Setting(
      name: SayCommand.pitch.declaration.name, kind: .integer(SpeechSettings.pitches), help: "pitch",
      fallback: "\(SpeechSettings.defaultPitch)"),
    Setting(
      name: SayCommand.gain.declaration.name, kind: .number(SpeechSettings.gains),
      help: "louder or softer, in decibels", fallback: "0"),
    Setting(
      name: language, kind: .text, help: "the language, which has a voice and pronunciations of its own",
      fallback: "that of the system", check: checkVoice),
    Setting(
      name: microphone, kind: .choice(MicrophoneIntent.Mode.allCases.map(\.rawValue)),
      help: "what calls hear of the real microphone after enable", fallback: MicrophoneIntent.Mode.mix.rawValue),
    Setting(
      name: SettingsFile.queuePolicy, kind: .choice(SettingsFile.QueuePolicy.allCases.map(\.rawValue)),
      help: "what has not been said when a call ends: dropped, or kept for the next call",
      fallback: SettingsFile.QueuePolicy.drop.rawValue),
  ]

  static let language = "language"
  static let microphone = "microphone"

  /// Returns the setting of that name.
  static func named(_ name: String) throws(Failure) -> Setting {
    if let setting = all.first(where: { $0.name == name }) { return setting }
    let nearest = NearestName.to(name, in: all.map(\.name)).map { "; the nearest known one is '\($0)'" } ?? ""
    throw Failure(.usage, "there is no setting '\(name)'\(nearest)", next: "speakcall config")
  }

  private static func checkVoice(_ name: String) throws(Failure) {
    do { _ = try InstalledVoices.resolve(name) } catch { throw Failure(error) }
  }
}
