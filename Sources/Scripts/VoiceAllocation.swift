import Glibc
import SpeechSynthesis

/// The voices that the cast of a script has taken, and the choice of the next one.
///
/// The next voice is the one whose pitch is furthest from all taken ones.
struct VoiceAllocation {
  /// The distance in octaves above which voices are no easier to tell apart: that of a man and a woman.
  private static let farEnough = 0.75

  private var taken: Set<String> = []
  private var pitches: [Double] = []

  /// Takes a voice that the script names; one that is not in the table has no known pitch.
  mutating func take(_ voice: Voice, pitch: Int?) {
    guard let known = CastingVoice.all.first(where: { $0.variant == voice.variant }) else { return }
    take(known, pitch: pitch)
  }

  private mutating func take(_ voice: CastingVoice, pitch: Int?) {
    taken.insert(Self.name(of: voice, pitch: pitch))
    pitches.append(voice.octaves(pitch: pitch))
  }

  /// Takes and returns the voice furthest from all taken ones, at `pitch` if it is given.
  ///
  /// When all voices are taken, they are used again at other pitches, and finally unchanged.
  mutating func choose(pitch: Int?) -> (voice: CastingVoice, pitch: Int?) {
    let others = pitch == nil ? CastingVoice.furtherPitches : []
    let groups = [[pitch]] + [others.map(Optional.some)]
    for pitches in groups {
      let candidates = pitches.flatMap { pitch in CastingVoice.all.map { (voice: $0, pitch: pitch) } }
      let free = candidates.filter { !taken.contains(Self.name(of: $0.voice, pitch: $0.pitch)) }
      if let choice = furthest(of: free) {
        take(choice.voice, pitch: choice.pitch)
        return choice
      }
    }
    let choice = (voice: CastingVoice.all[pitches.count % CastingVoice.all.count], pitch: pitch)
    take(choice.voice, pitch: choice.pitch)
    return choice
  }

  /// Returns the candidate furthest from all taken voices, the clearest of those that are far enough.
  private func furthest(of candidates: [(voice: CastingVoice, pitch: Int?)]) -> (voice: CastingVoice, pitch: Int?)? {
    var best: (candidate: (voice: CastingVoice, pitch: Int?), distance: Double)?
    for candidate in candidates {
      let place = candidate.voice.octaves(pitch: candidate.pitch)
      let distance = pitches.map { abs($0 - place) }.reduce(Self.farEnough, min)
      if distance > best?.distance ?? -1 { best = (candidate, distance) }
    }
    return best?.candidate
  }

  private static func name(of voice: CastingVoice, pitch: Int?) -> String {
    "\(voice.variant ?? "")/\(pitch ?? SpeechSettings.defaultPitch)"
  }
}

/// A voice that scripts are cast with.
///
/// The table was measured with `Benchmarks/voices.py` on espeak-ng 1.51. Of its 100 variants it has those that Whisper
/// tiny.en understands with less than a quarter of the words wrong (20 Harvard sentences, en-us), no two closer than
/// 1.8 semitones. The pitches hold for other languages too; `docs/script-format.md` has the figures.
struct CastingVoice: Sendable, Equatable {
  /// The variant of a language's voice, `nil` for the plain voice.
  let variant: String?

  /// The median fundamental frequency in hertz.
  let hertz: Double

  /// All voices, the clearest first, with the share of misunderstood words.
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

  /// The other pitches at which the voices are used again.
  static let furtherPitches = [35, 65, 20, 80]

  /// The steps of espeak-ng's pitch in an octave, as measured: 65 to 80, depending on the voice.
  private static let stepsInOctave = 70.0

  /// Returns the fundamental frequency at a pitch setting, in octaves.
  func octaves(pitch: Int?) -> Double {
    log2(hertz) + Double((pitch ?? SpeechSettings.defaultPitch) - SpeechSettings.defaultPitch) / Self.stepsInOctave
  }
}
