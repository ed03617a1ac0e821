import AudioProcessing
import Glibc
import SpeechInjection

/// Marks with the sound level, 25 a second.
struct LevelMarks {
  /// The level that is reported for silence, in dBFS.
  static let silence = -96.0

  /// The frames of one mark.
  static let interval = AudioFormat.sampleRate / 25

  private let utterance: Int
  private var squares = 0.0
  private var count = 0

  init(utterance: Int) { self.utterance = utterance }

  /// Measures the next samples; a mark is at the beginning of its interval, or of these samples if that was earlier.
  mutating func add(_ samples: [Int16]) -> [(offset: Int, mark: Injector.Mark)] {
    var marks: [(offset: Int, mark: Injector.Mark)] = []
    for (index, sample) in samples.enumerated() {
      squares += Double(sample) * Double(sample)
      count += 1
      guard count == Self.interval else { continue }
      marks.append((max(0, index + 1 - count), .init(utterance: utterance, kind: .level(level))))
      squares = 0
      count = 0
    }
    return marks
  }

  private var level: Double {
    let mean = squares / Double(count) / (32768 * 32768)
    return max(Self.silence, mean > 0 ? (100 * log10(mean)).rounded() / 10 : Self.silence)
  }
}
