/// Shifts of sound in time, made in its pauses where nobody hears them.
package enum SoundShift {
  /// The largest sample that counts as silence, −60 dBFS.
  private static let silence = 33

  /// The shortest silence that counts as a pause, and the part of a pause that shortening keeps; in samples.
  private static let pause = (shortest: 2880, kept: 960)

  /// Returns the sound with silence added to its first pause; unchanged without a pause.
  package static func delayed(_ samples: [Int16], by frames: Int) -> [Int16] {
    guard let first = pauses(in: samples).first else { return samples }
    var samples = samples
    samples.insert(contentsOf: repeatElement(0, count: frames), at: first.lowerBound + first.count / 2)
    return samples
  }

  /// Returns the sound with up to `frames` of silence removed from its pauses, the last pause first.
  package static func hastened(_ samples: [Int16], by frames: Int) -> [Int16] {
    var samples = samples
    var left = frames
    for pause in pauses(in: samples).reversed() where left > 0 {
      let count = min(left, pause.count - Self.pause.kept)
      let start = pause.lowerBound + (pause.count - count) / 2
      samples.removeSubrange(start..<start + count)
      left -= count
    }
    return samples
  }

  private static func pauses(in samples: [Int16]) -> [Range<Int>] {
    var pauses: [Range<Int>] = []
    var start = 0
    for index in 0...samples.count where index == samples.count || abs(Int(samples[index])) > silence {
      if index - start >= pause.shortest { pauses.append(start..<index) }
      start = index + 1
    }
    return pauses
  }
}
