import Foundation
import Testing

@testable import SpeechSynthesis

struct SpeechProcessorTests {
  @Test func nothingIsLostAndNothingIsLate() throws {
    var processor = SpeechProcessor(voiceLevel: -20)
    var input = [Int16](repeating: 0, count: 66_150)
    // A click in the first and in the last sample, and one that begins a word in the second chunk.
    for place in [0, 33_075, 66_149] {
      input[place] = 20_000
    }
    var samples: [Int16] = []
    var words: [SpeechBlock.Word] = []
    for start in stride(from: 0, to: input.count, by: 22_050) {
      let chunk = SpeechChunk(
        samples: Array(input[start..<start + 22_050]), sampleRate: 22_050,
        words: start == 22_050 ? [.init(offset: 5, length: 2, sample: 11_025)] : [], endsClause: start == 22_050)
      let block = try processor.process(chunk)
      samples += block.samples
      words += block.words
    }
    let block = try processor.finish()
    samples += block.samples
    words += block.words
    #expect(samples.count == 144_000)
    #expect(words == [.init(offset: 5, length: 2, frame: 72_000)])
    let loudest = { (range: Range<Int>) in range.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) } }
    #expect(loudest(0..<1_000) == 0)
    #expect(loudest(71_000..<73_000) == 72_000)
    #expect(loudest(143_000..<144_000).map { $0 >= 143_997 } == true)
  }

  @Test func aWordComesWithItsSamples() async throws {
    let speech = TestEngine.speech()
    let text = "The birch canoe slid on the smooth planks. Glue the sheet, then wait."
    var frames = 0
    for block in try await speech.play(text) {
      #expect(block.words.allSatisfy { (frames..<frames + block.samples.count).contains($0.frame) })
      frames += block.samples.count
    }
  }

  @Test func theRateMayChange() throws {
    var processor = SpeechProcessor(voiceLevel: nil)
    var samples: [Int16] = []
    var words: [SpeechBlock.Word] = []
    for rate in [22_050, 16_000, 22_050] {
      let tone = (0..<rate).map { Int16(8_000 * cos(2 * .pi * 440 * Double($0) / Double(rate))) }
      let word = SpeechChunk.Word(offset: 0, length: 1, sample: rate / 2)
      let block = try processor.process(
        SpeechChunk(samples: tone, sampleRate: rate, words: [word], endsClause: true))
      samples += block.samples
      words += block.words
    }
    let block = try processor.finish()
    samples += block.samples
    words += block.words
    #expect(abs(samples.count - 144_000) <= 3)
    #expect(zip(words, [24_000, 72_000, 120_000]).allSatisfy { abs($0.frame - $1) <= 3 })
    #expect(words.count == 3)
  }

  @Test(arguments: [100, 300, 6_000]) func theSilenceBeforeTheFirstSoundIsShort(silence: Int) throws {
    var processor = SpeechProcessor(voiceLevel: -20)
    let samples = [Int16](repeating: 0, count: silence) + [Int16](repeating: 8_000, count: 22_050)
    var blocks: [SpeechBlock] = []
    // Chunks shorter than what may be left out, so that it is left out over several of them.
    for start in stride(from: 0, to: samples.count, by: 150) {
      let part = Array(samples[start..<min(start + 150, samples.count)])
      let begins = (start..<start + part.count).contains(silence)
      let words = begins ? [SpeechChunk.Word(offset: 3, length: 4, sample: silence - start)] : []
      blocks.append(
        try processor.process(.init(samples: part, sampleRate: 22_050, words: words, endsClause: false)))
    }
    blocks.append(try processor.finish())
    // 15 ms are 330 samples: what the engine puts there is gone, and a break is nearly as long as it was.
    let kept = Int((Double(max(0, silence - 330)) * 48_000 / 22_050).rounded())
    let heard = blocks.reduce(0) { $0 + $1.samples.count }
    let frames = blocks.flatMap { $0.words.map { word in word.frame } }
    #expect(frames.count == 1)
    #expect(frames.allSatisfy { frame in abs(frame - kept) <= 3 })
    #expect(abs(heard - kept - 48_000) <= 4)
  }

  @Test func withoutSpeechThereIsNothing() throws {
    var processor = SpeechProcessor(voiceLevel: -20)
    #expect(try processor.finish() == SpeechBlock(samples: [], words: []))
  }
}
