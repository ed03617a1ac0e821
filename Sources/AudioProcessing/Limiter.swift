/// A look-ahead limiter, which keeps every sample below its ceiling without clipping.
///
/// The gain that a sample needs is held for ``lookAhead`` samples and smoothed over a window of the same length. It has
/// come down without a step when the peak arrives. The output is as long as the input and not delayed: the last
/// ``lookAhead`` samples are held back until ``flush()``.
package struct Limiter {
  /// The ceiling: −3 dB of full scale, as a multiple of full scale.
  static let ceiling: Float = 0.7079

  /// 5 ms at 48 kHz.
  static let lookAhead = 240

  /// The fraction of the way back to a gain of 1 covered per sample: a time constant of 50 ms at 48 kHz.
  private static let release: Float = 1 / 2400

  /// The gain from which on it counts as 1: 0.001 dB below it.
  private static let unity: Float = 0.9999

  private var held: [Float] = []

  /// The gains needed by the last samples, without those that a later, lower one replaces.
  private var minima: [(position: Int, gain: Float)] = []
  private var envelope: Float = 1
  private var window = [Float](repeating: 1, count: lookAhead + 1)
  private var sum = Double(lookAhead + 1)

  private var position = 0
  private var lastReduction = -2 * (lookAhead + 1)

  /// Creates a limiter for a new signal.
  package init() {}

  /// Processes samples and returns those that came ``lookAhead`` before them.
  package mutating func process(_ samples: [Float]) -> [Float] {
    let all = held + samples
    let ready = max(0, all.count - Self.lookAhead)
    held = Array(all[ready...])
    let isIdle = position - lastReduction > Self.lookAhead + 1
    if isIdle, !samples.contains(where: { abs($0) > Self.ceiling }) {
      position += samples.count
      return Array(all[..<ready])
    }
    var output = Array(all[..<ready])
    for (index, sample) in samples.enumerated() {
      let gain = gain(forArrivalOf: abs(sample))
      let place = index + ready - samples.count
      if place >= 0 {
        output[place] = max(-Self.ceiling, min(Self.ceiling, output[place] * gain))
      }
    }
    return output
  }

  /// Returns the samples held back and resets the limiter for a new signal.
  package mutating func flush() -> [Float] {
    let rest = process([Float](repeating: 0, count: Self.lookAhead))
    self = Limiter()
    return rest
  }

  /// Returns the gain for the sample that came ``lookAhead`` before the arriving one.
  private mutating func gain(forArrivalOf magnitude: Float) -> Float {
    let needed = magnitude > Self.ceiling ? Self.ceiling / magnitude : 1
    while let last = minima.last, last.gain >= needed {
      minima.removeLast()
    }
    minima.append((position, needed))
    if let first = minima.first, first.position < position - Self.lookAhead {
      minima.removeFirst()
    }
    let released = envelope + (1 - envelope) * Self.release
    envelope = min(minima.first?.gain ?? 1, released > Self.unity ? 1 : released)
    if envelope < 1 {
      lastReduction = position
    }
    let place = position % window.count
    sum += Double(envelope) - Double(window[place])
    window[place] = envelope
    position += 1
    return Float(sum / Double(window.count))
  }
}
