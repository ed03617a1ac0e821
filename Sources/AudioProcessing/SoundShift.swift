/// Moves sound in time where nobody hears it: in its pauses.
package enum SoundShift {
  /// The largest sample that counts as silence, −60 dBFS.
  private static let silence = 33

  /// The shortest silence that is a pause and not a part of a word, and what is left of one that is shortened.
  private static let pause = (shortest: 2880, kept: 960)

  /// The sound with so much silence added to its first pause; as it is when it has none.
  package static func delayed(_ samples: [Int16], by frames: Int) -> [Int16] {
    guard let first = pauses(in: samples).first else { return samples }
    var samples = samples
    samples.insert(contentsOf: repeatElement(0, count: frames), at: first.lowerBound + first.count / 2)
    return samples
  }

  /// The sound with so much silence taken out of its pauses, as far as there is any.
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
