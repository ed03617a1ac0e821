import Glibc

/// A meter of the active speech level: the RMS of what is not silence.
///
/// It counts the 20 ms frames above −50 dBFS. Synthesized speech has no noise floor, so these are everything but
/// pauses. Over twelve voices it reads 0.1 dB above ITU-T P.56 method B in single Harvard sentences. In several it
/// reads 0.4 dB above, because the 200 ms hangover of P.56 counts part of the pauses as speech.
package struct ActiveLevel {
  /// The decibels by which a voice speaks digits louder than sentences: 0.9 ± 0.6 over the same twelve voices.
  package static let digitsAboveSentences = 0.9

  private static let threshold: Float = 1e-5
  private static let framesPerSecond = 50

  /// The sum of the mean squares of the active frames, and their number.
  private var energy = 0.0
  private var frames = 0.0

  private var square: Float = 0
  private var count = 0

  /// Creates a meter that has measured nothing.
  package init() {}

  /// The level in dB relative to a full-scale square wave; `nil` while everything was silence.
  package var decibels: Double? {
    frames > 0 ? 10 * log10(energy / frames) : nil
  }

  /// Measures samples of full scale 1.
  package mutating func add(_ samples: [Float], sampleRate: Int) {
    let length = sampleRate / Self.framesPerSecond
    for sample in samples {
      square += sample * sample
      count += 1
      if count == length {
        let mean = square / Float(length)
        if mean > Self.threshold {
          energy += Double(mean)
          frames += 1
        }
        square = 0
        count = 0
      }
    }
  }

  /// Counts a known level as if it had been heard for some seconds.
  mutating func assume(decibels: Double, seconds: Double) {
    let assumed = seconds * Double(Self.framesPerSecond)
    energy += pow(10, decibels / 10) * assumed
    frames += assumed
  }

  /// Scales the past down to the given number of seconds.
  mutating func limit(seconds: Double) {
    let most = seconds * Double(Self.framesPerSecond)
    if frames > most {
      energy *= most / frames
      frames = most
    }
  }
}
