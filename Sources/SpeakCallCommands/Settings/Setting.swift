import CallRouting
import SpeakCallProtocol
import SpeechSynthesis
import SystemSupport
import TextProcessing
import UserData

/// The description of a setting: its name, accepted values and default.
struct Setting: Sendable {
  let name: String
  let kind: ValueKind
  /// A lowercase noun phrase.
  let help: String
  /// The default, as a phrase.
  let fallback: String
  /// A further check of a text of the right kind.
  var check: @Sendable (String) throws(Failure) -> Void = { _ in }

  /// The accepted values as a noun phrase.
  var accepts: String { isVoice ? "a name from speakcall voices" : kind.phrase }

  private var isVoice: Bool { kind == .text }

  /// Parses a typed value.
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

  /// Returns a stored value, or `nil` if it is not an accepted one.
  func value(of stored: JSONValue) -> ArgumentValue? {
    Self.text(of: stored).flatMap(kind.value(of:))
  }

  /// Returns a stored value as it is typed.
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
  /// All settings, in the order in which they are listed.
  static let all = [
    Setting(
      name: SayCommand.voice.declaration.name, kind: .text, help: "the voice",
      fallback: "the language's voice", check: checkVoice),
    Setting(
      name: SayCommand.rate.declaration.name, kind: .integer(SpeechSettings.rates), help: "words per minute",
      fallback: "\(SpeechSettings.defaultRate)"),
    Setting(
      name: SayCommand.pitch.declaration.name, kind: .integer(SpeechSettings.pitches), help: "pitch",
      fallback: "\(SpeechSettings.defaultPitch)"),
    Setting(
      name: SayCommand.gain.declaration.name, kind: .number(SpeechSettings.gains),
      help: "gain in decibels", fallback: "0"),
    Setting(
      name: language, kind: .text, help: "the language of the default voice and of pronunciations",
      fallback: "the system's language", check: checkVoice),
    Setting(
      name: microphone, kind: .choice(MicrophoneIntent.Mode.allCases.map(\.rawValue)),
      help: "the microphone mode after enable", fallback: MicrophoneIntent.Mode.mix.rawValue),
    Setting(
      name: QueuePolicy.setting, kind: .choice(QueuePolicy.allCases.map(\.rawValue)),
      help: "whether unspoken text is dropped at the end of a call or kept for the next one",
      fallback: QueuePolicy.drop.rawValue),
  ]

  static let language = "language"
  static let microphone = "microphone"

  /// Returns a setting by its name.
  static func named(_ name: String) throws(Failure) -> Setting {
    if let setting = all.first(where: { $0.name == name }) { return setting }
    let hint = Failure.hint(Spelling.closest(to: name, in: all.map(\.name)))
    throw Failure(.usage, "unknown setting '\(name)'\(hint)", next: "speakcall config")
  }

  private static func checkVoice(_ name: String) throws(Failure) {
    do { _ = try InstalledVoices.resolve(name) } catch { throw Failure(error) }
  }
}
