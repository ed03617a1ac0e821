import Glibc
import Testing

@testable import SpeechSynthesis

struct SpeechTests {
  @Test func reportsEachWordWhereItIs() async throws {
    let text = "Grüße, “naïve” caf\u{65}\u{301} 😀  don't!\nTwo clauses; 12345."
    let chunks = try await TestEngine.speech().speak(text)
    let scalars = Array(text.unicodeScalars)
    var before = 0
    var sampleBefore = -1
    var start = 0
    var spoken: [String] = []
    for chunk in chunks {
      for word in chunk.words {
        #expect(word.offset >= before)
        #expect(start + word.sample > sampleBefore)
        #expect((0...chunk.samples.count).contains(word.sample))
        before = word.offset + word.length
        sampleBefore = start + word.sample
        spoken.append(String(String.UnicodeScalarView(scalars[word.offset..<before])))
      }
      start += chunk.samples.count
    }
    for word in ["Grüße", "naïve", "😀", "Two", "clauses", "12345"] {
      #expect(spoken.contains(word), "\(word) is not in \(spoken)")
    }
    #expect(chunks.count { $0.endsClause } == 4)
    #expect(chunks.last?.endsClause == true)
  }

  @Test func reportsTheWordsBehindABrokenOneWhereTheyAre() async throws {
    let text = String(repeating: "ness", count: 100) + " end"
    let words = try await TestEngine.speech().speak(text).flatMap(\.words)
    #expect(words.count > 5)
    #expect(words.last?.offset == 401)
    #expect(words.last?.length == 3)
  }

  @Test func findsVoices() async throws {
    let speech = TestEngine.speech()
    #expect(try await speech.check(SpeechSettings()).identifier == "gmw/en-US")
    #expect(try await speech.check(SpeechSettings(voice: "en_GB")).identifier == "gmw/en")
    #expect(try await speech.check(SpeechSettings(voice: "en-us+Steph")).identifier == "gmw/en-US+steph")
    #expect(try await speech.voices(language: nil).count > 100)
    #expect(try await speech.voices(language: "variant").contains { $0.variant == "klatt4" })
    #expect(try await speech.voices(language: "de").map(\.identifier) == ["gmw/de"])
  }

  @Test func theDefaultVoiceIsThatOfTheLocale() async throws {
    let german = TestEngine.speech(environment: ["LANG": "de_CH.UTF-8"])
    #expect(try await german.check(SpeechSettings()).identifier == "gmw/de")
    let unknown = TestEngine.speech(environment: ["LANG": "xx_XX"])
    #expect(try await unknown.begin("Hello").voice.identifier == "gmw/en-US")
  }

  @Test func refusesWhatItCannotSpeakAndGoesOn() async throws {
    let speech = TestEngine.speech()
    await #expect(throws: SpeechError.unknownVariant(name: "f33", nearest: ["f3", "f1", "f2"])) {
      try await speech.begin("Hello", settings: SpeechSettings(voice: "en-us+f33"))
    }
    await #expect(
      throws: SpeechError.unusableVoice(
        name: "mb-us1", reason: "it needs the program mbrola, which is not started for safety")
    ) {
      try await speech.begin("Hello", settings: SpeechSettings(voice: "mb-us1"))
    }
    await #expect(throws: SpeechError.self) { try await speech.begin("Hello", settings: SpeechSettings(rate: 451)) }
    await #expect(throws: SpeechError.textTooLong(bytes: 65_537, limit: 65_536)) {
      try await speech.begin(String(repeating: "a", count: 65_537))
    }
    #expect(try await !speech.speak("Hello").isEmpty)
  }

  @Test func endsWithThePauseOfASentence() async throws {
    let paused = try await TestEngine.speech().speak("Hello.")
    #expect((4_410...11_025).contains(Self.trailingSilence(paused)))
  }

  @Test(arguments: [80, 450])
  func followsTheRate(rate: Int) async throws {
    let speech = TestEngine.speech()
    let text = "The birch canoe slid on the smooth planks."
    let usual = Self.length(try await speech.speak(text))
    let other = Self.length(try await speech.speak(text, settings: SpeechSettings(rate: rate)))
    #expect(rate < 175 ? other > usual * 3 / 2 : other < usual / 2)
  }

  @Test func markupThatIsNotClosedEndsWithItsText() async throws {
    let speech = TestEngine.speech()
    let settings = SpeechSettings(isSSML: true)
    let before = Self.length(try await speech.speak("One two three four.", settings: settings))
    let slow = "<speak><prosody rate=\"x-slow\"><voice xml:lang=\"de\">One two three four."
    #expect(Self.length(try await speech.speak(slow, settings: settings)) > before * 5 / 4)
    let after = Self.length(try await speech.speak("One two three four.", settings: settings))
    #expect(abs(after - before) < before / 10)
  }

  @Test func silenceIsBounded() async throws {
    let text = "One <break time=\"9999999s\"/><break time=\"9999999s\"/> two"
    let chunks = try await TestEngine.speech().speak(text, settings: SpeechSettings(isSSML: true))
    #expect((220_500...330_750).contains(Self.length(chunks)))
    #expect(chunks.flatMap(\.words).last?.offset == 53)
  }

  @Test func cancellingLeavesNothingBehind() async throws {
    let speech = TestEngine.speech()
    let settings = SpeechSettings(isSSML: true)
    let usual = Self.length(try await speech.speak("One two three four.", settings: settings))
    let engine = await speech.engineProcess
    let slow = "<speak><prosody rate=\"x-slow\">" + String(repeating: "A long text. ", count: 4_000)
    for _ in 0..<5 {
      let synthesis = try await speech.begin(slow, settings: settings)
      _ = try await synthesis.next()
      await synthesis.cancel()
      await #expect(throws: SpeechError.cancelled) { try await synthesis.next() }
      let length = Self.length(try await speech.speak("One two three four.", settings: settings))
      #expect(abs(length - usual) < usual / 10)
    }
    #expect(await speech.engineProcess == engine)
  }

  @Test func aNewTextReplacesTheFormer() async throws {
    let speech = TestEngine.speech()
    let first = try await speech.begin("This is the first text.")
    let second = try await speech.begin("Hello.")
    await #expect(throws: SpeechError.cancelled) { try await first.next() }
    await first.cancel()
    // Questions disturb nothing.
    #expect(try await speech.check(SpeechSettings(voice: "de")).identifier == "gmw/de")
    #expect(try await speech.voices(language: "de").count == 1)
    var words: [SpeechChunk.Word] = []
    while let chunk = try await second.next() {
      words += chunk.words
    }
    #expect(words == [.init(offset: 0, length: 5, sample: 0)])
    #expect(try await second.next() == nil)
  }

  private static func length(_ chunks: [SpeechChunk]) -> Int {
    chunks.reduce(0) { $0 + $1.samples.count }
  }

  private static func trailingSilence(_ chunks: [SpeechChunk]) -> Int {
    chunks.flatMap(\.samples).reversed().prefix { abs(Int($0)) < 32 }.count
  }
}
