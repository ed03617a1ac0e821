import Testing

@testable import SpeechSynthesis

struct EngineMessageTests {
  private static let catalogue = VoiceCatalogue(
    entries: [
      .init(
        voice: Voice(name: "German", identifier: "gmw/de", languages: ["de"], gender: .female, variant: nil),
        priorities: ["de": 5])
    ],
    variants: [.init(file: "f3", name: "female3", gender: .female)], unusable: ["mb-de1"])

  private static var voices: VoiceCache {
    var voices = VoiceCache(installation: "1.0 ä", catalogue: catalogue)
    // One alone, for the order of a dictionary differs from copy to copy.
    _ = voices.note(-19.5, with: SpeechSettings(voice: "gmw/de+f3", rate: 80))
    return voices
  }

  private static let replies: [EngineReply] = [
    .ready(VoiceCache(installation: "", catalogue: catalogue), isNew: true, missing: []),
    .ready(voices, isNew: false, missing: ["a", "ä"]), .started(voiceLevel: -20.25),
    .started(voiceLevel: nil), .done,
    .chunk(
      SpeechChunk(
        samples: [-32768, 0, 32767], sampleRate: 22_050, words: [.init(offset: 70_000, length: 3, sample: 2)],
        endsClause: true)),
    .failed(.unusableVoice(name: "ä", reason: "y")), .failed(.engineUnusable(reason: "z")),
    .failed(.synthesisFailed(reason: "z")), .failed(.engineDied(reason: "z", lost: "ä")),
  ]

  private static let requests: [EngineRequest] = [
    .cancel,
    .prepare(SpeechSettings(voice: "de", rate: 80, pitch: nil, isSSML: true)),
    .speak(text: "Grüße", settings: SpeechSettings(rate: nil, pitch: 99)),
  ]

  @Test(arguments: replies)
  func repliesArriveAsTheyWereSent(reply: EngineReply) throws {
    #expect(String(describing: try EngineReply(reply.bytes[...])) == String(describing: reply))
  }

  @Test(arguments: requests)
  func requestsArriveAsTheyWereSent(request: EngineRequest) throws {
    #expect(String(describing: try EngineRequest(request.bytes[...])) == String(describing: request))
  }

  @Test(arguments: replies)
  func aCutReplyIsRefused(reply: EngineReply) {
    for count in 0..<reply.bytes.count {
      #expect(throws: MalformedMessage.self) { try EngineReply(reply.bytes[..<count]) }
    }
  }

  @Test(arguments: replies)
  func aDamagedReplyDoesNoHarm(reply: EngineReply) {
    for index in reply.bytes.indices {
      var bytes = reply.bytes
      bytes[index] ^= 0xFF
      // Whatever the result is: a length that is not checked would end the test run.
      _ = try? EngineReply(bytes[...])
    }
  }

  @Test func aWordOutsideOfItsChunkIsRefused() {
    let chunk = SpeechChunk(
      samples: [1], sampleRate: 22_050, words: [.init(offset: 0, length: 1, sample: 2)], endsClause: false)
    #expect(throws: MalformedMessage.self) { try EngineReply(EngineReply.chunk(chunk).bytes[...]) }
  }
}
