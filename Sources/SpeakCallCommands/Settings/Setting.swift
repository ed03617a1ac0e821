import CallRouting
import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport
import UserData

/// A setting as data: what may be set, and what counts while it is not.
struct Setting: Sendable {
  let name: String
  let kind: ValueKind
  /// What it decides, as a phrase in lower case.
  let help: String
  /// What counts while it is not set, as a phrase.
  let fallback: String
  /// What else must hold for a text of the right kind.
  var check: @Sendable (String) throws(Failure) -> Void = { _ in }

  /// The accepted values, as a noun phrase.
  var accepts: String { isVoice ? "a name from speakcall voices" : kind.phrase }

  private var isVoice: Bool { kind == .text }

  /// Reads a text as a value of the setting.
  func value(of text: String) throws(Failure) -> JSONValue {
    switch kind.value(of: text) {
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .text(let text):
      try check(text)
      return .text(text)
    case .none?, nil: throw .usage("setting '\(name)' takes \(accepts), not '\(text)'", command: "config")
    }
  }

  /// The value of the setting in a file, or `nil` when what stands there is none.
  func value(of stored: JSONValue) -> ArgumentValue? {
    Self.text(of: stored).flatMap(kind.value(of:))
  }

  /// A stored value as it is typed.
  static func text(of value: JSONValue) -> String? {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
    case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
    case .boolean(let value): String(value)
    case .null, .list, .object: nil
    }
  }
}

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
    do { _ = try InstalledVoices.resolve(name) } catch { throw Failure(Refusal(error)) }
  }
}
