import Testing

@testable import SpeakCallCommands
@testable import SpeakCallProtocol

@Suite struct TypedLineTests {
  @Test(arguments: [
    ("", TypedLine.nothing), ("   ", .nothing), ("!", .nothing), ("> ", .nothing), ("/", .nothing),
    ("  Hello there ", .speech("Hello there", .end)), ("!No, wait.", .speech("No, wait.", .now)),
    ("> Later", .speech("Later", .next)), (" !literal", .speech("!literal", .end)),
    ("/mic duck", .command("mic", ["duck"])),
    (" /path", .speech("/path", .end)), ("@hello", .speech("@hello", .end)),
  ])
  func firstCharacterDecides(line: String, meaning: TypedLine) {
    #expect(TypedLine(line) == meaning)
  }
}

@Suite struct TypeAheadTests {
  @Test func aWordIsReadyBehindItsSpace() {
    var ahead = TypeAhead(.word)
    #expect(ahead.ready(in: "Hel").isEmpty)
    #expect(ahead.ready(in: "Hello ") == "Hello ")
    ahead.take("Hello ")
    #expect(ahead.ready(in: "Hello ").isEmpty)
    #expect(ahead.ready(in: "Hello dear fri") == "dear ")
    #expect(ahead.rest(of: "Hello dear") == "dear")
    #expect(ahead.ready(in: "Hello 3.14").isEmpty)
  }

  @Test func aSentenceIsReadyBehindItsEnd() {
    let ahead = TypeAhead(.sentence)
    #expect(ahead.ready(in: "Dr. Miller said 3.14. Then").elementsEqual("Dr. Miller said 3.14. "))
    #expect(ahead.ready(in: "No end yet").isEmpty)
    #expect(TypeAhead(nil).ready(in: "A line. ").isEmpty)
  }

  @Test func commandsAreNotSpoken() {
    for line in ["/voice de ", "!now then ", ">next one ", "@phrase and "] {
      #expect(TypeAhead(.word).ready(in: line).isEmpty)
    }
    #expect(TypeAhead(.word).ready(in: "mail a@b.c or @phrase and ") == "mail a@b.c or ")
  }

  @Test func aChangedWordCountsAsNew() {
    var ahead = TypeAhead(.word)
    ahead.take("Hello derr people ")
    ahead.follow("Hello dear people ")
    #expect(ahead.taken == "Hello ")
    #expect(ahead.ready(in: "Hello dear people ") == "dear people ")
    ahead.follow("Something else")
    #expect(ahead.taken.isEmpty)
  }

  @Test func whatCouldNotBeSaidWaitsForEnter() {
    var ahead = TypeAhead(.word)
    ahead.take("one two three ")
    ahead.waitForEnter(unheard: "three ")
    #expect(ahead.ready(in: "one two three four ").isEmpty)
    #expect(ahead.rest(of: "one two three four") == "three four")
    ahead.reset()
    #expect(ahead.ready(in: "five ") == "five ")
  }
}

@Suite struct OutstandingLinesTests {
  private func request(_ text: String, _ placement: SayRequest.Placement = .end, isComplete: Bool = true) -> SayRequest
  {
    SayRequest(text: text, isComplete: isComplete, settings: .init(), placement: placement)
  }

  private func texts(_ actions: [Request.Action]) -> [String] {
    actions.map { if case .say(let request) = $0 { request.text } else { "" } }
  }

  @Test func answersComeInTheOrderOfTheQuestions() {
    var own = OutstandingLines()
    own.add(request("last"))
    own.add(request("first", .now))
    let sent = texts(own.send())
    #expect(sent == ["last", "first"])
    let more = own.send()
    #expect(more.isEmpty)
    _ = own.follow(.event(.utterance(7, .queued)))
    _ = own.follow(.event(.utterance(8, .queued)))
    #expect(own.line(of: 7)?.text == "last" && own.line(of: 8)?.text == "first")
    #expect(own.lines.map(\.text) == ["first", "last"])
  }

  @Test func whatWasNotHeardIsSentAgainOnce() {
    var own = OutstandingLines()
    for text in ["one two three", "four", "five"] { own.add(request(text)) }
    _ = own.send()
    for id in 1...3 { _ = own.follow(.event(.utterance(id, .queued))) }
    #expect(own.follow(.event(.utterance(1, .word(offset: 4, length: 3, time: 1)))) == nil)
    let goesOn = own.agentWasLost()
    #expect(goesOn)
    own.add(request("six", .next))
    let again = texts(own.send())
    #expect(again == ["two three", "four", "five", "six"])
    for id in 1...4 { _ = own.follow(.event(.utterance(id, .queued))) }
    let (line, outcome) =
      own.follow(.event(.utterance(1, .finished(seconds: 2)))) ?? (own.lines[1], .cancelled(.failed))
    #expect(line.text == "one two three" && outcome == .finished)
    let goesOnAgain = own.agentWasLost()
    #expect(goesOnAgain)
    let rest = texts(own.send())
    #expect(rest == ["six", "four", "five"])
  }

  @Test func agentsThatAreLostAgainAndAgainEndIt() {
    var own = OutstandingLines()
    own.add(request("text"))
    let isUnasked = own.agentWasLost()
    #expect(isUnasked, "nobody was asked yet")
    for _ in 1...3 {
      _ = own.send()
      let goesOn = own.agentWasLost()
      #expect(goesOn)
    }
    _ = own.send()
    let goesOnAtLast = own.agentWasLost()
    #expect(!goesOnAtLast)
    let given = own.removeAll()
    #expect(given.map(\.unheard) == ["text"] && own.lines.isEmpty)
  }

  @Test func theReasonBehindACancellationIsNoAnswer() {
    var own = OutstandingLines()
    own.add(request("one"))
    own.add(request("two"))
    _ = own.send()
    _ = own.follow(.event(.utterance(1, .queued)))
    #expect(own.follow(.event(.utterance(1, .cancelled(.stopped, spoken: 0))))?.outcome == .cancelled(.stopped))
    #expect(own.follow(.failed(.cancelled(.stopped, spoken: 0))) == nil)
    let refusal = AgentError.call(.noCall)
    let refused = own.follow(.failed(refusal))
    #expect(refused?.outcome == .failed(refusal) && refused?.line.text == "two")
  }

  @Test func aTypedLineIsHandedOverAsItIsWanted() {
    var own = OutstandingLines()
    own.add(request("", isComplete: false))
    _ = own.send()
    _ = own.follow(.event(.utterance(4, .queued)))
    #expect(own.openLine?.id == 4)
    #expect(own.piece(for: 4, ready: "Hello ") == .text(utterance: 4, text: "Hello ", isLast: false))
    own.closeOpenLine(with: "dear.")
    #expect(own.openLine == nil)
    #expect(own.piece(for: 4, ready: "not this ") == .text(utterance: 4, text: "dear.", isLast: true))
    #expect(own.line(of: 4)?.text == "Hello dear.")
    let goesOn = own.agentWasLost()
    #expect(goesOn)
    let sent = texts(own.send())
    #expect(sent == ["Hello dear."])
  }

  @Test func aTypedLineEndsWhenNothingIsReady() {
    var own = OutstandingLines()
    own.add(request("", isComplete: false))
    _ = own.send()
    _ = own.follow(.event(.utterance(4, .queued)))
    #expect(own.piece(for: 4, ready: "") == .text(utterance: 4, text: "", isLast: true))
    #expect(own.openLine == nil)
    #expect(own.piece(for: 99, ready: "x") == nil)
  }
}
