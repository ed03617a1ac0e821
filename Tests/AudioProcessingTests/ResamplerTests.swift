import Foundation
import Testing

@testable import AudioProcessing

struct ResamplerTests {
  @Test(arguments: [8_000, 16_000, 22_050, 44_100, 48_000], [1, 2, 1_000, 44_101])
  func nothingIsLost(rate: Int, count: Int) throws {
    let resampler = try Resampler(inputRate: rate)
    let output = try resampler.process([Float](repeating: 0.5, count: count)) + resampler.flush()
    #expect(abs(Double(output.count) - Double(count) * 48_000 / Double(rate)) <= 1)
  }

  @Test(arguments: [100.0, 1_000, 5_000, 9_500])
  func aSineStaysASine(frequency: Double) throws {
    let input = (0..<22_050).map { Float(sin(2 * .pi * frequency * Double($0) / 22_050)) }
    let resampler = try Resampler(inputRate: 22_050)
    let output = try resampler.process(input) + resampler.flush()
    // The ends of a sine that begins and ends at once are no sine.
    let (sinad, gain, delay) = Self.analyze(Array(output[4_800..<43_200]), from: 4_800, frequency: frequency)
    #expect(sinad >= 90)
    #expect(abs(gain) < 0.05)
    #expect(abs(delay) < 0.01)
  }

  @Test func thePiecesMakeTheWhole() throws {
    let input = (0..<20_000).map { Float(sin(0.1 * Double($0)) * cos(0.0007 * Double($0))) }
    let whole = try Resampler(inputRate: 22_050)
    let expected = try whole.process(input) + whole.flush()
    let pieces = try Resampler(inputRate: 22_050)
    var output: [Float] = []
    var start = 0
    for size in [1, 7, 100, 1_000, 4_411, 2, 20_000] {
      let end = min(start + size, input.count)
      output += try pieces.process(Array(input[start..<end]))
      start = end
    }
    output += try pieces.flush()
    #expect(output == expected)
  }

  @Test func aRateThatCannotBeIsAnError() {
    #expect(throws: ResamplerError.self) { try Resampler(inputRate: 0) }
  }

  /// Fits a sine of the known frequency.
  ///
  /// Returns the ratio in dB of what it explains to what it does not, its gain in dB,
  /// and its delay in samples.
  private static func analyze(
    _ samples: [Float], from start: Int, frequency: Double
  ) -> (sinad: Double, gain: Double, delay: Double) {
    let step = 2 * .pi * frequency / 48_000
    var inPhase = 0.0
    var quadrature = 0.0
    for (index, sample) in samples.enumerated() {
      inPhase += Double(sample) * sin(step * Double(start + index))
      quadrature += Double(sample) * cos(step * Double(start + index))
    }
    inPhase *= 2 / Double(samples.count)
    quadrature *= 2 / Double(samples.count)
    var error = 0.0
    for (index, sample) in samples.enumerated() {
      let fit = inPhase * sin(step * Double(start + index)) + quadrature * cos(step * Double(start + index))
      error += pow(Double(sample) - fit, 2)
    }
    let power = (inPhase * inPhase + quadrature * quadrature) / 2
    return (
      10 * log10(power / (error / Double(samples.count))), 10 * log10(2 * power), -atan2(quadrature, inPhase) / step
    )
  }
}
