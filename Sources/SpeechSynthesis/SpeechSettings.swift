/// The way a text is to be spoken.
///
/// A value of `nil` stands for the default: the voice of the user's locale, 175 words a minute, pitch 50, 0 dB.
public struct SpeechSettings: Sendable, Equatable, Decodable {
  /// An espeak-ng voice name, identifier or language, optionally followed by `+` and a variant (`en-us+steph`).
  public var voice: String?

  /// Words a minute, 80 to 450.
  public var rate: Int?

  /// Pitch, 0 to 99.
  public var pitch: Int?

  /// Decibels added to the normal speech level, −30 to 12.
  public var gain: Double?

  /// A Boolean value that indicates whether the text is SSML markup.
  public var isSSML: Bool

  /// A Boolean value that indicates whether `[[` and `]]` enclose phonemes, as they do in a ``SpokenForm`` alone.
  var readsPhonemes = false

  private enum CodingKeys: String, CodingKey {
    case voice, rate, pitch, gain, isSSML
  }

  /// Creates settings in which everything that is not named has its default value.
  public init(
    voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, gain: Double? = nil, isSSML: Bool = false
  ) {
    self.voice = voice
    self.rate = rate
    self.pitch = pitch
    self.gain = gain
    self.isSSML = isSSML
  }

  /// Words a minute that espeak-ng can speak (`espeakRATE_MINIMUM`, `espeakRATE_MAXIMUM`).
  public static let rates = 80...450

  /// Pitches that espeak-ng knows.
  public static let pitches = 0...99

  /// Gains, in decibels, between hardly audible and as loud as the limiter makes sense.
  public static let gains = -30.0...12.0

  /// The rate when none is given.
  public static let defaultRate = 175

  /// The pitch when none is given.
  public static let defaultPitch = 50

  /// Throws ``SpeechError/outOfRange(_:)`` with every value that is out of its range.
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
