import Glibc

/// Brings speech to one level whatever the voice.
///
/// The gain follows a running estimate of the voice's level: what is known of the voice before it speaks, then each
/// clause as it is heard. It changes only between clauses, over ``rampSeconds``.
package struct SpeechLevel {
  /// The level aimed at, in dBFS as ``ActiveLevel`` reads it.
  ///
  /// RFC 7874 §4 recommends an active speech level with an RMS of 2600 of 32767, −22.0 dBFS. With a tenth of a decibel
  /// more, sentences and paragraphs are within 1 dB of it by this meter and by ITU-T P.56.
  static let target = -21.9

  /// A voice that nothing is known of; the levels of espeak-ng's voices lie between −18 and −25 dBFS.
  private static let unknownVoiceLevel = -20.5

  /// What is known of the voice weighs like this much speech, so that a short word, which may be loud or soft by its
  /// sounds, is not brought to the level of a sentence.
  private static let knownSeconds = 0.4

  /// How far back the estimate goes, so that it follows a voice that changes within a text.
  private static let memorySeconds = 10.0

  /// Short enough for the pause between two clauses, long enough not to be heard as a click.
  private static let rampSeconds = 0.01

  private var meter = ActiveLevel()
  private let userGain: Double
  private var gain: Float?

  /// - Parameters:
  ///   - voiceLevel: The level of the voice in dBFS, if it is known.
  ///   - gain: Decibels that the user wants on top.
  package init(voiceLevel: Double?, gain: Double) {
    userGain = gain
    meter.assume(decibels: voiceLevel ?? Self.unknownVoiceLevel, seconds: Self.knownSeconds)
  }

  /// Brings the beginning of a clause to the level, having measured it.
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

  /// Brings more of the clause to the level, with the gain it began with.
  package mutating func proceed(_ samples: [Float], sampleRate: Int) -> [Float] {
    meter.add(samples, sampleRate: sampleRate)
    let gain = gain ?? 1
    return samples.map { $0 * gain }
  }
}
