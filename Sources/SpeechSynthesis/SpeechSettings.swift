/// The settings of speech.
///
/// A value of `nil` means the default: the voice of the user's locale, 175 words a minute, pitch 50, 0 dB.
public struct SpeechSettings: Sendable, Equatable, Decodable {
  /// An espeak-ng voice name, identifier or language, optionally followed by `+` and a variant (`en-us+steph`).
  public var voice: String?

  /// The rate in words a minute, 80 to 450.
  public var rate: Int?

  /// The pitch, 0 to 99.
  public var pitch: Int?

  /// The decibels added to the normal speech level, −30 to 12.
  public var gain: Double?

  /// A Boolean value that indicates whether the text is SSML markup.
  public var isSSML: Bool

  /// A Boolean value that indicates whether `[[` and `]]` enclose phonemes, which only a ``SpokenForm`` may contain.
  var readsPhonemes = false

  private enum CodingKeys: String, CodingKey {
    case voice, rate, pitch, gain, isSSML
  }

  /// Creates settings with default values for the omitted ones.
  public init(
    voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, gain: Double? = nil, isSSML: Bool = false
  ) {
    self.voice = voice
    self.rate = rate
    self.pitch = pitch
    self.gain = gain
    self.isSSML = isSSML
  }

  /// The rates of espeak-ng in words a minute (`espeakRATE_MINIMUM`, `espeakRATE_MAXIMUM`).
  public static let rates = 80...450

  /// The pitches of espeak-ng.
  public static let pitches = 0...99

  /// The gains in decibels, from hardly audible to the most that the limiter can use.
  public static let gains = -30.0...12.0

  /// The default rate.
  public static let defaultRate = 175

  /// The default pitch.
  public static let defaultPitch = 50

  /// Throws ``SpeechError/outOfRange(_:)`` with all values out of range.
  public func validate() throws(SpeechError) {
    var violations: [SpeechError.OutOfRange] = []
    if let rate, !Self.rates.contains(rate) {
      violations.append(.init(setting: "rate", value: "\(rate)", lowest: "80", highest: "450", unit: "words a minute"))
    }
    if let pitch, !Self.pitches.contains(pitch) {
      violations.append(.init(setting: "pitch", value: "\(pitch)", lowest: "0", highest: "99", unit: ""))
    }
    if let gain, !Self.gains.contains(gain) {
      violations.append(.init(setting: "gain", value: "\(gain)", lowest: "-30", highest: "12", unit: "dB"))
    }
    if !violations.isEmpty {
      throw .outOfRange(violations)
    }
  }
}
