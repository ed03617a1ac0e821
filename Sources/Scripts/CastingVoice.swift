import Glibc
import SpeechSynthesis

/// A voice that scripts are cast with.
///
/// The table holds what `Benchmarks/voices.py` measured of espeak-ng 1.51: of its 100 variants those that Whisper tiny.en
/// understands with less than a quarter of the words wrong (20 Harvard sentences, en-us), no two of them nearer than 1.8
/// semitones. The pitches hold for other languages too; `docs/script-format.md` has the figures.
struct CastingVoice: Sendable, Equatable {
  /// The variant of the voice of a language, `nil` for that voice as it is.
  let variant: String?

  /// Its median fundamental frequency, in Hertz.
  let hertz: Double

  /// All voices, the clearest first; behind each the words that are misunderstood.
  static let all = [
    CastingVoice(variant: nil, hertz: 103),  // 12 %
    CastingVoice(variant: "Nguyen", hertz: 153),  // 14 %
    CastingVoice(variant: "f5", hertz: 206),  // 15 %
    CastingVoice(variant: "m8", hertz: 86),  // 15 %
    CastingVoice(variant: "steph", hertz: 185),  // 16 %
    CastingVoice(variant: "pablo", hertz: 115),  // 16 %
    CastingVoice(variant: "david", hertz: 76),  // 19 %
    CastingVoice(variant: "anika", hertz: 269),  // 21 %
    CastingVoice(variant: "Annie", hertz: 242),  // 23 %
  ]

  /// The pitches that make further voices of these.
  static let furtherPitches = [35, 65, 20, 80]

  /// Steps of espeak-ng's pitch that make an octave, as measured; it is 65 to 80 for different voices.
  private static let stepsInOctave = 70.0

  /// How high the voice is at a pitch, in octaves.
  func octaves(pitch: Int?) -> Double {
    log2(hertz) + Double((pitch ?? SpeechSettings.defaultPitch) - SpeechSettings.defaultPitch) / Self.stepsInOctave
  }
}
