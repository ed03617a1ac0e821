import Foundation

/// Meters that are independent of the one under test.
enum LevelMeters {
  /// The active speech level by ITU-T P.56 method B, in dBFS.
  static func p56(_ samples: [Int16], sampleRate: Double = 48_000) -> Double {
    let g = exp(-1 / (sampleRate * 0.03))
    let hangover = Int(sampleRate * 0.2)
    let thresholds = (1...15).map { pow(2, Double($0 - 16)) }
    var activity = [Int](repeating: 0, count: 15)
    var hang = [Int](repeating: hangover, count: 15)
    var p = 0.0
    var q = 0.0
    var square = 0.0
    for sample in samples {
      let x = Double(sample) / 32768
      square += x * x
      p = g * p + (1 - g) * abs(x)
      q = g * q + (1 - g) * p
      for index in 0..<15 {
        if q >= thresholds[index] {
          activity[index] += 1
          hang[index] = 0
        } else if hang[index] < hangover {
          activity[index] += 1
          hang[index] += 1
        } else {
          break
        }
      }
    }
    var former: (level: Double, margin: Double)?
    for index in 0..<15 where activity[index] > 0 {
      let level = 10 * log10(square / Double(activity[index]))
      let margin = level - 20 * log10(thresholds[index])
      if margin <= 15.9, let former {
        return former.level + (former.margin - 15.9) / (former.margin - margin) * (level - former.level)
      }
      former = (level, margin)
    }
    return former?.level ?? -.infinity
  }

  /// The RMS of the 20 ms frames that are within 40 dB of the loudest one, in dBFS.
  static func gated(_ samples: [Int16], sampleRate: Int = 48_000) -> Double {
    let length = sampleRate / 50
    let frames = stride(from: 0, to: samples.count - length, by: length).map { start in
      samples[start..<start + length].reduce(0.0) { $0 + pow(Double($1) / 32768, 2) } / Double(length)
    }
    let active = frames.filter { $0 > (frames.max() ?? 0) / 10_000 }
    return 10 * log10(active.reduce(0, +) / Double(active.count))
  }

  /// The highest magnitude in dBFS.
  static func peak(_ samples: [Int16]) -> Double {
    20 * log10(Double(samples.map { abs(Int($0)) }.max() ?? 0) / 32768)
  }
}
