import Testing

@testable import SpeechSynthesis

struct SpeechRendererTests {
  private let renderer = SpeechRenderer(executable: TestEngine.executable, environment: ["LANG": "C"])

  private func render(_ pieces: [String], _ settings: SpeechSettings = SpeechSettings()) throws -> [SpeechBlock] {
    var utterance = try renderer.begin(settings)
    var blocks: [SpeechBlock] = []
    for piece in pieces {
      try utterance.speak(piece)
      while let block = try utterance.nextBlock() { blocks.append(block) }
    }
    if let rest = try utterance.finish() { blocks.append(rest) }
    return blocks
  }

  @Test func makesWhatIsPlayed() async throws {
    let text = "Good morning, everybody. How are you?"
    let settings = SpeechSettings(voice: "en-us+f2", rate: 200, gain: -3)
    let played = try await TestEngine.speech().play(text, settings: settings)
    for _ in 0..<2 {
      let rendered = try render([text], settings)
      #expect(rendered.flatMap(\.samples) == played.flatMap(\.samples))
      #expect(rendered.flatMap(\.words) == played.flatMap(\.words))
    }
  }

  @Test func countsWordsThroughAllPieces() throws {
    let words = try render(["Hello there.\n", "Grüße. ", "And good bye."]).flatMap(\.words)
    #expect(words.map(\.offset) == [0, 6, 13, 20, 24, 29])
    for (first, second) in zip(words, words.dropFirst()) { #expect(first.frame < second.frame) }
  }

  @Test func changesTheVoiceAsOftenAsNeeded() throws {
    let voices = ["en-us", "en-us+f5", "en-us+david"]
    let first = try voices.map { try render(["A rare dish."], SpeechSettings(voice: $0)) }
    for round in 0..<32 {
      for (voice, wanted) in zip(voices, first) {
        let found = try render(["A rare dish."], SpeechSettings(voice: voice))
        #expect(found == wanted, "\(voice) in round \(round)")
      }
    }
  }

  @Test func makesNothingOfNothing() throws {
    #expect(try render([]).isEmpty)
    #expect(try render([""]).flatMap(\.samples).isEmpty)
  }

  @Test func refusesAnUnknownVoice() {
    #expect(throws: SpeechError.self) { try renderer.check(SpeechSettings(voice: "xx-nobody")) }
  }
}
