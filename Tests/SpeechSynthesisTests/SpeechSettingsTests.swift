import Testing

@testable import SpeechSynthesis

struct SpeechSettingsTests {
  @Test(arguments: [
    SpeechSettings(), SpeechSettings(rate: 80, pitch: 0, gain: -30), SpeechSettings(rate: 450, pitch: 99, gain: 12),
  ])
  func acceptsWhatIsInRange(settings: SpeechSettings) throws {
    try settings.validate()
  }

  @Test func namesEachValueThatIsOutOfRange() {
    let error = #expect(throws: SpeechError.self) {
      try SpeechSettings(rate: 79, pitch: 100, gain: 12.5).validate()
    }
    #expect(
      error?.description == "rate 79 is out of range (80 to 450 words a minute); "
        + "pitch 100 is out of range (0 to 99); gain 12.5 is out of range (-30 to 12 dB)")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func refusesGainsThatAreNoNumber(gain: Double) {
    #expect(throws: SpeechError.self) { try SpeechSettings(gain: gain).validate() }
  }
}
