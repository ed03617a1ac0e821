import Testing

@testable import AudioProcessing
@testable import SpeechSynthesis

struct SpeechLevelTests {
  private static let sentences = [
    "The birch canoe slid on the smooth planks.", "Glue the sheet to the dark blue background.",
    "These days a chicken leg is a rare dish.", "A large size in stockings is hard to sell.",
  ]

  /// Between them the quietest voices, the loudest and those with the highest peaks.
  private static let settings = [
    SpeechSettings(), SpeechSettings(voice: "en-us+klatt4"), SpeechSettings(voice: "en-us+f3"),
    SpeechSettings(voice: "en-us+whisper"), SpeechSettings(voice: "en-us+steph"), SpeechSettings(voice: "cmn"),
    SpeechSettings(rate: 80), SpeechSettings(rate: 450), SpeechSettings(pitch: 0), SpeechSettings(pitch: 99),
  ]

  @Test(arguments: settings)
  func eachSentenceHasTheLevelOfSpeech(settings: SpeechSettings) async throws {
    let speech = TestEngine.speech()
    for sentence in Self.sentences {
      let samples = try await speech.play(sentence, settings: settings).flatMap(\.samples)
      let level = LevelMeters.p56(samples)
      let gated = LevelMeters.gated(samples)
      #expect((-23...(-21)).contains(level), "\(settings.voice ?? "") \(sentence) P.56 \(level)")
      #expect((-23...(-21)).contains(gated), "\(settings.voice ?? "") \(sentence) gated \(gated)")
      #expect(LevelMeters.peak(samples) <= -3)
    }
  }

  @Test(arguments: [-30.0, -6, 3, 12])
  func theUserCanChangeTheLevel(gain: Double) async throws {
    let speech = TestEngine.speech()
    let usual = LevelMeters.gated(try await speech.play(Self.sentences[0]).flatMap(\.samples))
    let samples = try await speech.play(Self.sentences[0], settings: SpeechSettings(gain: gain)).flatMap(\.samples)
    // At 12 dB the limiter takes up to half of it back.
    #expect(abs(LevelMeters.gated(samples) - usual - gain) < (gain == 12 ? 6 : 0.3))
    #expect(LevelMeters.peak(samples) <= -3)
  }

  @Test(arguments: [0.01, 0.1, 0.5] as [Float])
  func aShortSoundIsNotBroughtToTheLevelOfASentence(amplitude: Float) {
    var level = SpeechLevel(voiceLevel: SpeechLevel.target, gain: 0)
    let sound = [Float](repeating: amplitude, count: 2_205)
    let gain = level.begin(sound, sampleRate: 22_050)[0] / amplitude
    #expect((0.3...1.2).contains(gain))
  }

  @Test func theGainOnlyChangesBetweenClauses() {
    var level = SpeechLevel(voiceLevel: -20, gain: 0)
    let loud = [Float](repeating: 0.2, count: 22_050)
    let first = level.begin(loud, sampleRate: 22_050)
    #expect(first.allSatisfy { $0 == first[0] })
    #expect(level.proceed(loud, sampleRate: 22_050) == first)
    let second = level.begin(loud, sampleRate: 22_050)
    #expect(second[0] == first[0])
    #expect(second[1_000] != first[0])
    #expect(zip(second, second.dropFirst()).allSatisfy { abs($0 - $1) < 0.001 })
  }
}
