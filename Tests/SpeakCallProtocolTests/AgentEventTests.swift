import Testing

@testable import SpeakCallProtocol

struct AgentEventTests {
  @Test(arguments: [
    (AgentEvent.utterance(7, .queued), #"{"event":"queued","id":7}"#),
    (
      .utterance(7, .started(text: "Hello there", voice: "en-us", clock: 812.5)),
      #"{"clock":812.5,"event":"started","id":7,"text":"Hello there","voice":"en-us"}"#
    ),
    (
      .utterance(7, .quote(QuoteLabel(speaker: "Alice", line: 3))),
      #"{"event":"quote","id":7,"line":3,"speaker":"Alice"}"#
    ),
    (.utterance(7, .level(-21.5, time: 0.08)), #"{"event":"level","id":7,"level":-21.5,"time":0.08}"#),
    (.utterance(7, .paused), #"{"event":"paused","id":7}"#),
    (
      .utterance(7, .word(offset: 0, length: 5, time: 0.012)),
      #"{"event":"word","id":7,"length":5,"offset":0,"time":0.012}"#
    ),
    (.utterance(7, .finished(seconds: 1.35)), #"{"event":"finished","id":7,"seconds":1.35}"#),
    (
      .utterance(7, .resumed(offset: 6, time: 0.5, clock: 813.25)),
      #"{"clock":813.25,"event":"resumed","id":7,"offset":6,"time":0.5}"#
    ),
    (
      .utterance(7, .cancelled(.stopped, spoken: 5)),
      #"{"event":"cancelled","id":7,"reason":"stopped","spoken":5}"#
    ),
    (.utterance(7, .warning("a word")), #"{"event":"warning","id":7,"text":"a word"}"#),
    (.callStarted(application: "App"), #"{"application":"App","event":"callStarted"}"#),
    (.callEnded(application: "App"), #"{"application":"App","event":"callEnded"}"#),
    (.injection(enabled: true, microphone: .duck), #"{"enabled":true,"event":"injection","microphone":"duck"}"#),
    (.permission(.denied), #"{"event":"permission","state":"denied"}"#),
    (.server(connected: false), #"{"connected":false,"event":"server"}"#),
  ])
  func isOneFlatObject(event: AgentEvent, json: String) throws {
    #expect(String(decoding: Wire().encode(event), as: UTF8.self) == json)
    #expect(try Wire().decode(AgentEvent.self, from: Array(json.utf8)) == event)
  }

  @Test(arguments: [
    #"{"event":"no"}"#, #"{"event":"word","id":7,"length":5,"offset":0}"#, #"{"event":"queued"}"#,
    #"{"event":"server"}"#, #"{"event":"permission","state":"maybe"}"#,
  ])
  func anEventThatIsUnknownOrLacksAValueIsRefused(json: String) {
    #expect(throws: DecodingError.self) { try Wire().decode(AgentEvent.self, from: Array(json.utf8)) }
  }
}
