import Testing

@testable import Scripts
@testable import SpeakCallCommands
@testable import SpeakCallProtocol

/// A conversation with an agent of the test's own, which numbers utterances as the real one does.
private struct Play {
  var conversation: Conversation
  /// What the agent was given and has not told the end of: numbers and requests.
  var queue: [(id: Int, request: SayRequest)] = []
  /// What was sent beside texts.
  var others: [Request.Action] = []
  private var lastID = 0
  private(set) var shown: [AgentEvent] = []

  init(quotes: Int = 6, from start: Int = 0) {
    let script = Script(
      cast: [
        CastMember(name: "Alice", settings: .init(voice: "en-us+f2")),
        CastMember(name: "Bob", settings: .init(pitch: 30)),
      ],
      quotes: (0..<quotes).map {
        Quote(
          speaker: $0 % 2 == 0 ? "Alice" : "Bob", text: "This is quote \($0).", line: $0 + 1, pauseBefore: Double($0))
      })
    conversation = Conversation(script, from: start, template: .init(text: "", settings: .init()))
    exchange()
  }

  /// The texts that are with the agent.
  var texts: [String] { queue.map(\.request.text) }

  /// Sends what the conversation wants to send, and answers it.
  mutating func exchange() {
    for request in conversation.nextRequests() {
      guard case .say(let say) = request else {
        others.append(request)
        if case .cancel(let utterances) = request { for id in utterances { cancel(id, .skipped) } }
        continue
      }
      lastID += 1
      queue.append((lastID, say))
      tell(.utterance(lastID, .queued))
    }
  }

  mutating func tell(_ event: AgentEvent, at moment: Double = 0) {
    if let event = conversation.handle(.event(event), at: moment) { shown.append(event) }
  }

  mutating func start(at clock: Double = 100) {
    tell(.utterance(queue[0].id, .started(text: queue[0].request.text, voice: "en", clock: clock)))
  }

  mutating func hear(_ offset: Int, at time: Double) {
    tell(.utterance(queue[0].id, .word(offset: offset, length: 4, time: time)))
  }

  mutating func finish(after seconds: Double = 2) {
    tell(.utterance(queue.removeFirst().id, .finished(seconds: seconds)))
    exchange()
  }

  mutating func cancel(
    _ id: Int, _ reason: CancelReason, at moment: Double = 0
  ) {
    queue.removeAll { $0.id == id }
    tell(.utterance(id, .cancelled(reason, spoken: 0)), at: moment)
    _ = conversation.handle(.failed(.cancelled(reason, spoken: 0)), at: moment)
  }

  mutating func loseAgent() {
    queue = []
    lastID = 0
    conversation.agentWasLost()
  }
}

@Suite struct ConversationTests {
  @Test func fourQuotesAreWithTheAgent() {
    var play = Play()
    #expect(play.texts == (0...3).map { "This is quote \($0)." })
    #expect(
      play.queue.map(\.request.quote) == (0...3).map { .init(speaker: $0 % 2 == 0 ? "Alice" : "Bob", line: $0 + 1) })
    #expect(
      play.queue.map(\.request.settings) == [
        .init(voice: "en-us+f2"), .init(pitch: 30), .init(voice: "en-us+f2"), .init(pitch: 30),
      ])
    #expect(play.queue.map(\.request.pauseBefore) == [0, 1, 2, 3])
    play.start()
    play.finish()
    #expect(play.texts == (1...4).map { "This is quote \($0)." })
  }

  @Test func endsAfterTheLastQuote() {
    var play = Play(quotes: 2)
    for _ in 0..<2 {
      #expect(!play.conversation.isOver)
      play.start()
      play.finish()
    }
    #expect(play.conversation.isOver && play.conversation.failure == nil)
    #expect(play.others.isEmpty)
  }

  @Test func beginsInTheMiddle() {
    var play = Play(from: 4)
    #expect(play.texts == ["This is quote 4.", "This is quote 5."])
    #expect(play.queue[0].request.pauseBefore == 0, "the pause before it belongs to what is left out")
    play.start()
    #expect(play.conversation.position == 4 && play.conversation.isHeard)
  }

  @Test func theWordThatIsHeard() {
    var play = Play()
    #expect(play.conversation.word == nil && !play.conversation.isHeard)
    play.start()
    play.hear(5, at: 0.4)
    #expect(play.conversation.word == 5..<9)
    play.tell(.utterance(1, .level(-20, time: 0.5)))
    #expect(play.conversation.level == -20)
    play.finish()
    #expect(play.conversation.word == nil && play.conversation.level == nil && play.conversation.position == 1)
  }

  @Test(arguments: [(true, 2), (false, 0)]) func theUserGoesOnAndBack(forward: Bool, target: Int) {
    var play = Play()
    play.start()
    play.finish()
    play.start(at: 102)
    play.hear(0, at: 0)
    if forward { play.conversation.goForward() } else { play.conversation.goBack() }
    play.exchange()
    play.exchange()
    #expect(play.others == [.cancel(utterances: [2, 3, 4, 5])])
    #expect(play.texts == (target..<target + 4).map { "This is quote \($0)." })
    #expect(play.queue[0].request.pauseBefore == 0)
    #expect(play.conversation.position == target && play.conversation.failure == nil && !play.conversation.isOver)
  }

  @Test func twoStepsAtOnce() {
    var play = Play()
    play.start()
    play.conversation.goForward()
    play.conversation.goForward()
    play.exchange()
    play.exchange()
    #expect(play.texts.first == "This is quote 2.")
  }

  @Test func aQuoteThatIsOnItsWayIsTakenBackOnceItHasANumber() {
    var play = Play()
    let sent = play.conversation.nextRequests()
    #expect(sent.isEmpty)
    play.start()
    play.tell(.utterance(1, .finished(seconds: 2)))
    let further = play.conversation.nextRequests()
    #expect(further.count == 1, "quote 4 is sent and has no number yet")
    play.conversation.goBack()
    play.tell(.utterance(5, .queued))
    let requests = play.conversation.nextRequests()
    #expect(requests.contains(.cancel(utterances: [5])))
  }

  @Test func beyondTheLastQuoteIsTheEnd() {
    var play = Play(quotes: 1)
    play.start()
    play.conversation.goForward()
    play.exchange()
    #expect(play.conversation.isOver && play.conversation.failure == nil)
  }

  @Test func aSkipFromElsewhereGoesOn() {
    var play = Play()
    play.start()
    play.cancel(1, .skipped)
    play.exchange()
    #expect(play.conversation.failure == nil && play.conversation.position == 1)
    #expect(play.texts == (1...4).map { "This is quote \($0)." })
  }

  @Test func aStopFromElsewhereIsTheEnd() {
    var play = Play()
    play.start()
    for id in 1...4 { play.cancel(id, .stopped) }
    play.exchange()
    #expect(play.conversation.isOver && play.conversation.failure?.status == .failure)
  }

  @Test func aLossEndsTheRest() {
    var play = Play()
    play.start()
    play.cancel(1, .permissionWithdrawn)
    play.exchange()
    #expect(play.others == [.cancel(utterances: [2, 3, 4])])
    #expect(play.conversation.isOver && play.conversation.failure?.status == .noPermission)
  }

  @Test func aRefusalIsTheEnd() {
    var conversation = Play(quotes: 1).conversation
    conversation.agentWasLost()
    _ = conversation.nextRequests()
    _ = conversation.handle(.failed(.call(.noCall)), at: 0)
    #expect(conversation.isOver && conversation.failure?.status == .temporaryFailure)
  }

  @Test func anotherAgentGetsWhatWasNotHeard() {
    var play = Play()
    play.start()
    play.hear(5, at: 0.5)
    play.hear(8, at: 0.8)
    play.loseAgent()
    play.exchange()
    #expect(play.texts == ["quote 0.", "This is quote 1.", "This is quote 2.", "This is quote 3."])
    #expect(play.queue[0].request.resumption == .init(offset: 8, seconds: 0.8))
    play.tell(.utterance(1, .resumed(offset: 8, time: 0.8, clock: 110)))
    play.hear(8, at: 0.8)
    play.finish()
    let heard = play.conversation.takeSpoken()
    #expect(heard.map(\.quote) == [0] && heard.first?.words.map(\.offset) == [5, 8])
    #expect(abs((heard.first?.end ?? 0) - 11.2) < 1e-6)
    #expect(play.shown.filter { if case .started = $0.utterance?.kind { true } else { false } }.count == 1)
  }

  @Test func heldSpeechIsHeldByAnotherAgent() {
    var play = Play()
    play.start()
    play.hear(0, at: 0)
    play.conversation.togglePause()
    play.exchange()
    play.tell(.utterance(1, .paused))
    #expect(play.others == [.pause] && play.conversation.isPaused)
    play.loseAgent()
    play.exchange()
    #expect(play.queue.map(\.request.isHeld) == [true, true, true, true])
    for id in 1...4 { play.tell(.utterance(id, .paused)) }
    play.conversation.togglePause()
    play.exchange()
    #expect(play.others == [.pause, .resume] && !play.conversation.isPaused)
    play.tell(.utterance(1, .resumed(offset: 0, time: 0, clock: 110)))
    play.loseAgent()
    play.exchange()
    #expect(play.queue.map(\.request.isHeld) == [nil, nil, nil, nil])
  }

  @Test func aPauseFromElsewhereShows() {
    var play = Play()
    play.start()
    play.tell(.utterance(1, .paused))
    #expect(play.conversation.isPaused)
    play.tell(.utterance(1, .resumed(offset: 0, time: 0, clock: 105)))
    #expect(!play.conversation.isPaused)
  }

  @Test func stoppedSpeechGoesOnWhereItWas() {
    var play = Play()
    play.start()
    play.finish()
    play.start()
    play.conversation.stop()
    play.exchange()
    #expect(play.queue.isEmpty && play.conversation.isStopped && !play.conversation.isOver)
    play.conversation.togglePause()
    play.exchange()
    #expect(play.texts.first == "This is quote 1." && !play.conversation.isStopped)
  }

  @Test func nothingStaysHeldWhenTheUserLeaves() {
    var play = Play()
    play.start()
    play.conversation.togglePause()
    play.exchange()
    play.tell(.utterance(1, .paused))
    play.conversation.leave()
    play.exchange()
    #expect(play.others == [.pause, .cancel(utterances: [1, 2, 3, 4]), .resume])
    #expect(play.conversation.isOver)
  }

  @Test func timesAreThoseOfThePlay() {
    var play = Play(quotes: 2)
    play.start(at: 100)
    play.hear(0, at: 0.02)
    play.tell(.utterance(1, .paused))
    play.tell(.utterance(1, .resumed(offset: 0, time: 0.02, clock: 105)))
    play.hear(0, at: 0.02)
    play.hear(5, at: 0.5)
    play.finish(after: 1.5)
    play.start(at: 108)
    play.hear(0, at: 0)
    play.cancel(2, .skipped, at: 109)
    let first = SpokenQuote(
      quote: 0, start: 0, end: 6.48,
      words: [.init(offset: 0, length: 4, start: 0.02), .init(offset: 5, length: 4, start: 5.48)])
    let second = SpokenQuote(quote: 1, start: 8, end: 9, words: [.init(offset: 0, length: 4, start: 8)])
    for (heard, expected) in zip(play.conversation.takeSpoken(), [first, second]) {
      #expect(
        heard.quote == expected.quote && abs(heard.start - expected.start) < 1e-6
          && abs(heard.end - expected.end) < 1e-6)
      #expect(heard.words.count == expected.words.count)
      #expect(heard.isWhole == (heard.quote == 0))
      for (word, other) in zip(heard.words, expected.words) { #expect(abs(word.start - other.start) < 1e-6) }
    }
    #expect(play.conversation.takeSpoken().isEmpty)
  }
}
