import Foundation
import Testing

@testable import AudioProcessing

struct LimiterTests {
  @Test func leavesQuietSpeechAlone() {
    let input = (0..<10_000).map { Float(0.7 * sin(0.05 * Double($0))) }
    #expect(Self.limit(input, piece: 480) == input)
  }

  @Test(arguments: [1, 100, 240, 4_800])
  func keepsUnderTheCeiling(piece: Int) {
    var generator = LinearGenerator(state: 1)
    let input = (0..<48_000).map { index in
      Float(4 * sin(0.01 * Double(index)) * Double.random(in: -1...1, using: &generator))
    }
    let output = Self.limit(input, piece: piece)
    #expect(output.count == input.count)
    #expect(output.allSatisfy { abs($0) <= Limiter.ceiling })
    #expect(zip(input, output).allSatisfy { $0 * $1 >= 0 && abs($1) <= abs($0) })
  }

  @Test func aPeakIsLoweredWithoutAStepAndNotDelayed() {
    var input = [Float](repeating: 0.5, count: 20_000)
    input[10_000] = 1.4
    let output = Self.limit(input, piece: 1_000)
    #expect(abs(output[10_000] - Limiter.ceiling) < 0.01)
    #expect(output[..<9_750].allSatisfy { $0 == 0.5 })
    #expect(output[10_300...].min().map { $0 > 0.25 } == true)
    #expect(output.suffix(100).allSatisfy { abs($0 - 0.5) < 0.02 })
    let gains = zip(input, output).map { $1 / $0 }
    #expect(zip(gains, gains.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
  }

  @Test(arguments: [0, 1, 239, 240, 241])
  func shortSignalsAreWhole(count: Int) {
    let input = (0..<count).map { Float($0) / 1_000 }
    #expect(Self.limit(input, piece: 7) == input)
  }

  private static func limit(_ input: [Float], piece: Int) -> [Float] {
    var limiter = Limiter()
    var output: [Float] = []
    for start in stride(from: 0, to: input.count, by: piece) {
      output += limiter.process(Array(input[start..<min(start + piece, input.count)]))
    }
    return output + limiter.flush()
  }
}

/// Random numbers that are the same at each run.
struct LinearGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}
