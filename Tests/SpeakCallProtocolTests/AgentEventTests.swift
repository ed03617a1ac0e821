import Testing

@testable import SpeakCallProtocol

struct AgentEventTests {
  @Test(arguments: [
    (AgentEvent.queued(id: 7), #"{"event":"queued","id":7}"#),
    (
      .started(id: 7, text: "Hello there", voice: "en-us", clock: 812.5),
      #"{"clock":812.5,"event":"started","id":7,"text":"Hello there","voice":"en-us"}"#
    ),
    (.quote(id: 7, speaker: "Alice", line: 3), #"{"event":"quote","id":7,"line":3,"speaker":"Alice"}"#),
    (.level(id: 7, level: -21.5, time: 0.08), #"{"event":"level","id":7,"level":-21.5,"time":0.08}"#),
    (.paused(id: 7), #"{"event":"paused","id":7}"#),
    (.word(id: 7, offset: 0, length: 5, time: 0.012), #"{"event":"word","id":7,"length":5,"offset":0,"time":0.012}"#),
    (.finished(id: 7, seconds: 1.35), #"{"event":"finished","id":7,"seconds":1.35}"#),
    (
      .resumed(id: 7, offset: 6, time: 0.5, clock: 813.25),
      #"{"clock":813.25,"event":"resumed","id":7,"offset":6,"time":0.5}"#
    ),
    (
      .cancelled(id: 7, reason: .stopped, spoken: 5),
      #"{"event":"cancelled","id":7,"reason":"stopped","spoken":5}"#
    ),
    (.warning(id: 7, text: "a word"), #"{"event":"warning","id":7,"text":"a word"}"#),
    (.callStarted(application: "App"), #"{"application":"App","event":"callStarted"}"#),
    (.callEnded(application: "App"), #"{"application":"App","event":"callEnded"}"#),
    (.injection(enabled: true, microphone: "duck"), #"{"enabled":true,"event":"injection","microphone":"duck"}"#),
    (.permission(state: "denied"), #"{"event":"permission","state":"denied"}"#),
    (.server(connected: false), #"{"connected":false,"event":"server"}"#),
  ])
  func isOneFlatObject(event: AgentEvent, json: String) throws {
    #expect(String(decoding: Wire().encode(event), as: UTF8.self) == json)
    #expect(try Wire().decode(AgentEvent.self, from: Array(json.utf8)) == event)
  }

  @Test func anUnknownEventIsRefused() {
    #expect(throws: (any Error).self) { try Wire().decode(AgentEvent.self, from: Array(#"{"event":"no"}"#.utf8)) }
  }
}
