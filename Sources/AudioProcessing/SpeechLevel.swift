import Glibc

/// A gain control that brings every voice to one level.
///
/// The gain follows a running estimate of the voice's level: first the level known in advance, then each clause as it
/// is measured. It changes only between clauses, over ``rampSeconds``.
package struct SpeechLevel {
  /// The target level, in dBFS as ``ActiveLevel`` reads it.
  ///
  /// RFC 7874 §4 recommends an active speech level with an RMS of 2600 of 32767, −22.0 dBFS. With a tenth of a decibel
  /// more, sentences and paragraphs are within 1 dB of it by this meter and by ITU-T P.56.
  static let target = -21.9

  /// The assumed level of an unknown voice; espeak-ng's voices lie between −18 and −25 dBFS.
  private static let unknownVoiceLevel = -20.5

  /// The seconds of speech that the level known in advance counts for.
  ///
  /// A short word may be loud or soft by its sounds; this keeps it from being brought to the level of a sentence.
  private static let knownSeconds = 0.4

  /// The seconds that the estimate looks back, which lets it follow a voice that changes within a text.
  private static let memorySeconds = 10.0

  /// The seconds of a gain change: short enough for the pause between clauses, too long to be heard as a click.
  private static let rampSeconds = 0.01

  private var meter = ActiveLevel()
  private let userGain: Double
  private var gain: Float?

  /// Creates a gain control for one utterance.
  ///
  /// - Parameters:
  ///   - voiceLevel: The level of the voice in dBFS, if it is known.
  ///   - gain: Decibels to add to the normal level.
  package init(voiceLevel: Double?, gain: Double) {
    userGain = gain
    meter.assume(decibels: voiceLevel ?? Self.unknownVoiceLevel, seconds: Self.knownSeconds)
  }

  /// Measures the beginning of a clause and returns it at the target level.
  package mutating func begin(_ samples: [Float], sampleRate: Int) -> [Float] {
    meter.add(samples, sampleRate: sampleRate)
    meter.limit(seconds: Self.memorySeconds)
    let wanted = Float(pow(10, (Self.target + userGain - (meter.decibels ?? Self.unknownVoiceLevel)) / 20))
    let former = gain ?? wanted
    gain = wanted
    let ramp = max(1, Int(Self.rampSeconds * Double(sampleRate)))
    return samples.enumerated().map { index, sample in
      index < ramp ? sample * (former + (wanted - former) * Float(index) / Float(ramp)) : sample * wanted
    }
  }

  /// Returns more of the clause at the gain it began with.
  package mutating func proceed(_ samples: [Float], sampleRate: Int) -> [Float] {
    meter.add(samples, sampleRate: sampleRate)
    let gain = gain ?? 1
    return samples.map { $0 * gain }
  }
}
