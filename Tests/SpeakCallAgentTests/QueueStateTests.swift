import Testing

@testable import SpeakCallAgent
@testable import SpeakCallProtocol
@testable import SpeechSynthesis

@Suite struct QueueStateTests {
  // MARK: Order

  @Test func textsAreSpokenInTheirOrder() {
    let queue = QueueDriver()
    for _ in 0..<3 { queue.say() }
    #expect(queue.state.waiting == [1, 2, 3])
    queue.playOut()
    #expect(queue.heard == [1, 2, 3] && queue.state.isIdle)
  }

  @Test func textsOfOneCallerStayTogether() {
    let queue = QueueDriver()
    queue.say(connection: 1)
    queue.say(connection: 2)
    queue.say(connection: 1)
    #expect(queue.state.waiting == [1, 3, 2])
    queue.begin()
    queue.say(connection: 1)
    #expect(queue.state.waiting == [3, 4, 2])
    queue.playOut()
    #expect(queue.heard == [1, 3, 4, 2])
  }

  @Test func aTextFollowsTheOneOfItsCallerThatIsWritten() {
    let queue = QueueDriver()
    queue.say(connection: 1)
    queue.say(connection: 2)
    queue.begin()
    queue.say(connection: 1)
    #expect(queue.state.waiting == [3, 2])
  }

  @Test func nextGoesToTheHead() {
    let queue = QueueDriver()
    queue.say()
    queue.write()
    queue.say()
    queue.say("next", .next)
    #expect(queue.state.waiting == [3, 2])
    queue.playOut()
    #expect(queue.heard == [1, 3, 2])
  }

  @Test func nextGoesBehindATextThatWasCut() {
    let queue = QueueDriver()
    queue.say()
    queue.write()
    queue.hear()
    queue.perform { $0.hold(for: .callOnHold) }
    queue.say("next", .next)
    #expect(queue.state.waiting == [1, 2])
  }

  @Test func nowReplacesWhatIsHeardAndLeavesTheRest() {
    let queue = QueueDriver()
    queue.say()
    queue.say()
    queue.write()
    queue.hear()
    queue.write()
    queue.say("now", .now)
    #expect(queue.events[1]?.last == .cancelled(.replaced, spoken: 7))
    #expect(queue.errors[1] == [.cancelled(.replaced, spoken: 7)])
    #expect(queue.effects.contains(.flush(epoch: 1)))
    queue.playOut()
    #expect(queue.heard == [3, 2])
  }

  @Test func nowReplacesWhatWaitsFirstDuringAnAbsence() {
    let queue = QueueDriver()
    queue.perform { $0.hold(for: .callOnHold) }
    queue.say()
    queue.say("now", .now)
    #expect(queue.state.waiting == [2, 1] && queue.ended.isEmpty, "nothing sounds that could be replaced")
  }

  // MARK: Calls

  @Test func aTextWaitsForACall() {
    let queue = QueueDriver()
    queue.say(isHeard: false) { $0.waitForCall = 5 }
    queue.say(isHeard: false) { $0.waitForCall = -1 }
    #expect(queue.effects.contains(.startCallTimer(utterance: 1, seconds: 5)))
    #expect(!queue.effects.contains(.startCallTimer(utterance: 2, seconds: -1)), "it waits without end")
    #expect(queue.state.takesNothing && !queue.state.isIdle)
    queue.perform { $0.callTimerFired(for: 1) }
    #expect(queue.events[1]?.last == .cancelled(.callEnded, spoken: 0))
    #expect(queue.errors[1] == [.noCallInTime(seconds: 5)])
    queue.perform { $0.callBecameActive() }
    queue.perform { $0.callTimerFired(for: 2) }
    #expect(queue.state.waiting == [2] && queue.effects.last == .wakeWriter)
  }

  @Test func theEndOfACallCanBeKeptForTheNextOne() {
    let queue = QueueDriver()
    queue.say()
    queue.begin()
    queue.hear()
    queue.finishWriting(.kept)
    #expect(queue.state.absence == .callOnHold && queue.state.waiting == [1])
    queue.perform { $0.becomeHeard() }
    queue.write()
    queue.hear()
    #expect(queue.events[1]?.contains(.resumed(offset: 4, time: 0, clock: 102)) == true)
  }

  @Test func onlyATextThatIsSpokenAtOnceNeedsNoFurtherLookAtTheCall() {
    let queue = QueueDriver()
    queue.say()
    queue.say()
    queue.begin()
    #expect(queue.turn?.isCleared == true)
    queue.finishWriting()
    queue.begin()
    #expect(queue.turn?.isCleared == false, "it has waited")
    queue.finishWriting()
    queue.hearEnd()
    queue.hearEnd()
    queue.perform { $0.hold(for: .callOnHold) }
    queue.say()
    queue.perform { $0.becomeHeard() }
    queue.begin()
    #expect(queue.turn?.isCleared == false)
    queue.finishWriting(.lost(reason: ""))
    queue.perform { $0.becomeHeard() }
    queue.begin()
    #expect(queue.turn?.isCleared == false)
  }

  @Test func aRefusedTextEnds() {
    let queue = QueueDriver()
    queue.say()
    queue.say()
    queue.begin()
    queue.finishWriting(.refused(.call(.injectionOff), .stopped))
    #expect(queue.events[1]?.last == .cancelled(.stopped, spoken: 0) && queue.errors[1] == [.call(.injectionOff)])
    #expect(queue.effects.contains(.flush(epoch: 1)), "what was written of it is silenced")
    queue.playOut()
    #expect(queue.heard == [2])
  }

  // MARK: Cancelling

  @Test func skipEndsWhatIsHeardAndNothingElse() {
    let queue = QueueDriver()
    for _ in 0..<3 { queue.say() }
    queue.write()
    queue.hear()
    queue.write()
    #expect(queue.skip())
    #expect(queue.events[1]?.last == .cancelled(.skipped, spoken: 7))
    queue.playOut()
    #expect(queue.heard == [2, 3])
    #expect(!queue.skip())
  }

  @Test func skipDuringAPauseEndsTheFirstThatWaits() {
    let queue = QueueDriver()
    queue.say()
    queue.say()
    _ = queue.pause()
    #expect(queue.skip())
    #expect(queue.ended == [1] && queue.state.waiting == [2])
  }

  @Test func stopEndsEverything() {
    let queue = QueueDriver()
    for _ in 0..<3 { queue.say() }
    queue.say(isHeard: false) { $0.waitForCall = -1 }
    queue.begin()
    queue.hear()
    #expect(queue.stop(.permissionWithdrawn))
    #expect(queue.ended == [1, 2, 3, 4] && queue.state.isIdle)
    #expect(queue.effects.contains(.flush(epoch: 1)))
    #expect(queue.effects.contains(.wakeReader(utterance: 1)), "the writer waits no longer for text")
    queue.finishWriting()
    #expect(!queue.stop(), "nothing is left")
  }

  @Test func stopEndsAPause() {
    let queue = QueueDriver()
    queue.say()
    _ = queue.pause()
    #expect(queue.stop())
    #expect(!queue.state.isPaused)
  }

  @Test func aTextBehindTheOneThatIsHeardIsCutAtItsEnd() {
    let queue = QueueDriver()
    for _ in 0..<3 { queue.say() }
    queue.write()
    queue.hear()
    queue.write()
    queue.begin()
    queue.perform { $0.cancel(.skipped) { $0.id == 2 } }
    #expect(!queue.effects.contains(.flush(epoch: 1)), "the first is heard to its end")
    queue.finishWriting()
    queue.hearEnd()
    #expect(queue.effects.contains(.flush(epoch: 2)))
    queue.playOut()
    #expect(queue.heard == [1, 3])
  }

  @Test func aTextThatWaitsIsCancelledInSilence() {
    let queue = QueueDriver()
    queue.say()
    queue.say()
    queue.write()
    queue.hear()
    queue.forgetEffects()
    queue.perform { $0.cancel(.skipped) { $0.id == 2 } }
    #expect(queue.state.epoch == 0 && queue.ended == [2])
  }

  @Test func beforeTheFirstSampleEverythingIsFlushedAtOnce() {
    let queue = QueueDriver()
    queue.say()
    queue.say()
    queue.write()
    queue.write()
    queue.perform { $0.cancel(.skipped) { $0.id == 2 } }
    #expect(queue.effects.contains(.flush(epoch: 1)) && queue.state.waiting == [1])
  }

  @Test func textsThatArePutBackKeepTheirOrder() {
    let queue = QueueDriver()
    for _ in 0..<4 { queue.say() }
    for _ in 0..<3 { queue.write() }
    queue.hear()
    queue.say("next", .next)
    _ = queue.skip()
    #expect(queue.state.waiting == [5, 2, 3, 4], "what was said to be next is")
    queue.playOut()
    #expect(queue.heard == [5, 2, 3, 4])
  }

  // MARK: Pausing

  @Test func aPauseResumesWithTheWordThatWasPlaying() {
    let queue = QueueDriver()
    queue.say()
    queue.write()
    queue.hear()
    #expect(queue.pause() == .paused)
    #expect(queue.pause() == .alreadyPaused)
    #expect(queue.state.status.state == .paused && queue.state.takesNothing)
    #expect(queue.events[1]?.last == .paused)
    #expect(queue.resume() && !queue.resume())
    queue.begin()
    #expect(queue.turn?.utterance.resumption == 4)
  }

  @Test func thereIsNothingToPause() {
    let queue = QueueDriver()
    #expect(queue.pause() == .nothingToPause)
    #expect(!queue.resume())
  }

  @Test func newTextsWaitDuringAPauseExceptUrgentOnes() {
    let queue = QueueDriver()
    queue.say()
    _ = queue.pause()
    queue.say(connection: 2)
    #expect(queue.events[2] == [.queued, .paused])
    queue.say("now", .now)
    #expect(queue.events[3] == [.queued])
    queue.playOut()
    #expect(queue.heard == [3] && queue.state.waiting == [1, 2])
    queue.say("now", .now)
    queue.write()
    #expect(queue.pause() == .paused, "an urgent text can be paused too")
    #expect(queue.state.takesNothing && queue.state.waiting == [4, 1, 2])
  }

  @Test func aPauseEndsWithTheLastCallerThatItHolds() {
    let queue = QueueDriver()
    queue.say(connection: 1)
    queue.say(connection: 2) { $0.isDetached = true }
    _ = queue.pause()
    queue.perform { $0.cancel(.stopped) { $0.connection == 1 } }
    queue.perform { $0.forget(connection: 1) }
    #expect(queue.state.isPaused, "a text that was left with the agent waits")
    queue.perform { $0.cancel(.skipped) { $0.id == 2 } }
    #expect(!queue.state.isPaused)
  }

  @Test func aCallerThatStillSpeaksKeepsThePause() {
    let queue = QueueDriver()
    queue.say(connection: 1)
    _ = queue.pause()
    queue.perform { $0.cancel(.skipped) { $0.id == 1 } }
    #expect(queue.state.isPaused)
    queue.perform { $0.forget(connection: 1) }
    #expect(!queue.state.isPaused)
  }

  @Test func markupThatIsPausedStartsAgain() {
    let queue = QueueDriver()
    queue.say("<speak>one two</speak>") { $0.settings.isSSML = true }
    queue.write()
    queue.hear(11)
    _ = queue.pause()
    #expect(queue.state.waiting == [1])
    _ = queue.resume()
    queue.begin()
    #expect(queue.turn?.utterance.resumption == 0)
  }

  @Test func markupThatIsCutEnds() {
    let queue = QueueDriver()
    queue.say("<speak>one two</speak>") { $0.settings.isSSML = true }
    queue.write()
    queue.hear(11)
    queue.perform { $0.hold(for: .callOnHold) }
    #expect(queue.errors[1] == [.markupNotResumable])
  }

  @Test func aTextThatAnotherAgentPausedStaysPaused() {
    let queue = QueueDriver()
    queue.say("three") {
      $0.isHeld = true
      $0.resumption = .init(offset: 8, seconds: 0.9)
    }
    #expect(queue.state.isPaused && queue.state.takesNothing && queue.events[1] == [.queued, .paused])
    _ = queue.resume()
    queue.write()
    queue.hear(8)
    #expect(queue.events[1]?.contains(.resumed(offset: 8, time: 0, clock: 101)) == true)
  }

  // MARK: Absence

  @Test func speechWaitsForACallOnHold() {
    let queue = QueueDriver()
    queue.say()
    queue.write()
    queue.hear()
    queue.perform { $0.hold(for: .callOnHold) }
    #expect(queue.effects.contains(.flush(epoch: 1)) && queue.state.takesNothing)
    queue.perform { $0.hold(for: .callOnHold) }
    #expect(queue.state.epoch == 1, "it is silent already")
    queue.perform { $0.becomeHeard() }
    queue.playOut()
    #expect(queue.heard == [1])
  }

  @Test func pauseAndAbsenceAreIndependent() {
    let queue = QueueDriver()
    queue.say()
    queue.perform { $0.hold(for: .callOnHold) }
    #expect(queue.pause() == .paused)
    queue.perform { $0.becomeHeard() }
    #expect(queue.state.takesNothing)
    _ = queue.resume()
    #expect(queue.write())
  }

  @Test func aLostServerIsWaitedForAndThenEndsEverything() {
    let queue = QueueDriver()
    queue.say()
    queue.say(isHeard: false) { $0.waitForCall = -1 }
    queue.begin()
    queue.finishWriting(.lost(reason: "gone"))
    #expect(queue.state.absence == .serverLost && queue.effects.contains(.startServerTimer))
    queue.perform { $0.serverTimerFired() }
    #expect(queue.ended == [1, 2] && queue.state.absence == nil)
    #expect(queue.errors[1] == [.call(.noServer(reason: "gone")), .call(.noServer(reason: "gone"))])
  }

  @Test func aServerThatIsBackInTimeEndsNothing() {
    let queue = QueueDriver()
    queue.say()
    queue.perform { $0.hold(for: .serverLost) }
    queue.perform { $0.becomeHeard() }
    #expect(queue.effects.contains(.cancelServerTimer))
    queue.perform { $0.serverTimerFired() }
    #expect(queue.ended.isEmpty)
    queue.perform { $0.hold(for: .serverLost) }
    queue.perform { $0.serverTimerFired() }
    #expect(queue.errors[1] == [.cancelled(.serverLost, spoken: 0)])
  }

  // MARK: Text in pieces

  @Test func moreTextIsAskedForAndSpoken() {
    let queue = QueueDriver()
    queue.say("one ") { $0.isComplete = false }
    queue.begin()
    #expect(queue.others == [.more(utterance: 1)])
    queue.perform { $0.append("two", isLast: true, to: 1, connection: 2) }
    #expect(!queue.effects.contains(.wakeReader(utterance: 1)), "only its caller adds to it")
    queue.perform { $0.append("two", isLast: true, to: 1, connection: 1) }
    #expect(queue.effects.contains(.wakeReader(utterance: 1)))
    guard case .piece(let piece) = queue.nextPiece(of: 1) else {
      Issue.record("no text")
      return
    }
    #expect(piece.text == "two" && piece.base == 4)
    #expect(queue.nextPiece(of: 1) == .end)
    #expect(queue.nextPiece(of: 9) == .end)
  }

  @Test func aPauseEndsTheWaitForText() {
    let queue = QueueDriver()
    queue.say("one ") { $0.isComplete = false }
    queue.begin()
    _ = queue.pause()
    #expect(queue.effects.contains(.wakeReader(utterance: 1)))
    #expect(queue.nextPiece(of: 1) == .end)
    queue.finishWriting()
    #expect(queue.state.waiting == [1])
  }

  // MARK: Hearing

  @Test func whatIsHeardIsReportedOnce() {
    let queue = QueueDriver()
    queue.say { $0.quote = QuoteLabel(speaker: "Alice", line: 3) }
    queue.write()
    queue.hear()
    queue.perform { $0.heardLevel(of: 1, -20, at: 0.6) }
    queue.hearEnd()
    #expect(
      queue.events[1] == [
        .queued, .quote(QuoteLabel(speaker: "Alice", line: 3)),
        .started(text: "one two three", voice: "", clock: 101), .word(offset: 4, length: 3, time: 0.5),
        .level(-20, time: 0.6), .finished(seconds: 1),
      ])
    #expect(!queue.effects.contains(.publish(.utterance(1, .level(-20, time: 0.6)))), "levels are for the caller alone")
    let before = queue.effects.count
    queue.perform { state in
      state.heardBeginning(of: 1, at: 0, clock: 0)
      state.heardWord(of: 1, offset: 0, length: 1, at: 0)
      state.heardLevel(of: 1, 0, at: 0)
      state.heardEnd(of: 1, at: 0, clock: 0)
      state.playbackStalled(in: 1)
    }
    #expect(queue.effects.count == before, "what is over is not heard any more")
  }

  @Test func aMarkInSoundThatWasFlushedIsIgnored() {
    let queue = QueueDriver()
    queue.say()
    queue.write()
    _ = queue.pause()
    queue.forgetEffects()
    queue.perform { state in
      state.heardBeginning(of: 1, at: 0, clock: 0)
      state.heardWord(of: 1, offset: 4, length: 3, at: 0)
    }
    #expect(queue.effects.isEmpty && queue.state.utterances[1]?.resumption == 0)
  }

  @Test func aStalledServerEndsTheTextAndTheRestIsSpoken() {
    let queue = QueueDriver()
    queue.say()
    queue.say()
    queue.write()
    queue.hear()
    queue.write()
    queue.perform { $0.playbackStalled(in: 1) }
    #expect(queue.errors[1] == [.playbackStalled] && queue.state.waiting == [2])
  }

  @Test func thePauseBeforeATextIsTheRestOfIt() {
    let queue = QueueDriver()
    queue.say { $0.pauseBefore = 2 }
    queue.say { $0.pauseBefore = 2 }
    queue.write()
    queue.hearEnd()
    func pause(_ id: Int, _ isSounding: Bool, at clock: Double) -> Double {
      queue.state.utterances[id].map { queue.state.pause(before: $0, isSounding: isSounding, clock: clock) } ?? -1
    }
    #expect(pause(2, true, at: 0) == 2)
    #expect(pause(2, false, at: 102.5) == 1.5, "it began half a second ago")
    #expect(pause(2, false, at: 110) == 0)
    queue.say(connection: 2) { $0.pauseBefore = 2 }
    #expect(pause(3, false, at: 102.5) == 0, "another caller's text has ended there")
    queue.say()
    #expect(pause(4, true, at: 0) == 0.2 && pause(4, false, at: 0) == 0)
    queue.say { $0.resumption = .init(offset: 4, seconds: 1) }
    #expect(pause(5, true, at: 0) == 0)
  }

  @Test func theLastTextCanBeRepeated() throws {
    let queue = QueueDriver()
    #expect(try queue.state.repetition() == nil)
    queue.say("one ") { $0.isComplete = false }
    queue.begin()
    queue.hear(0)
    queue.perform { $0.append("two", isLast: true, to: 1, connection: 1) }
    #expect(try queue.state.repetition()?.request.text == "one two")
    #expect(try queue.state.repetition()?.request.placement == .next)
    _ = queue.stop()
    #expect(try queue.state.repetition()?.request.text == "one two", "also when it is over")
    queue.say(String(repeating: "x ", count: 10)) { $0.isComplete = false }
    queue.finishWriting()
    queue.begin()
    queue.hear(0)
    queue.perform { $0.append(String(repeating: "x ", count: 40_000), isLast: true, to: 2, connection: 1) }
    #expect(throws: AgentError.repetitionTooLong) { try queue.state.repetition() }
  }

  // MARK: Status

  @Test func statusShowsWhatIsSpokenAndWhatWaits() {
    let queue = QueueDriver()
    #expect(queue.state.status == .init(state: .idle, queued: 0))
    queue.say("one")
    queue.say(String(repeating: "x", count: 300)) { $0.quote = QuoteLabel(speaker: "Bob", line: 1) }
    queue.write()
    let status = queue.state.status
    #expect(status.state == .speaking && status.text == "one" && status.queued == 1)
    #expect(status.queue?.first?.speaker == "Bob" && status.queue?.first?.text.count == 201)
    for _ in 0..<150 { queue.say() }
    #expect(queue.state.status.queued == 151 && queue.state.status.queue?.count == 100)
  }

  @Test func everyCallerIsToldOnceOfWhatConcernsAll() {
    let queue = QueueDriver()
    queue.say(connection: 1)
    queue.say(connection: 1)
    queue.say(connection: 2)
    queue.forgetEffects()
    queue.perform { $0.announce(.server(connected: false)) }
    #expect(
      queue.effects == [1, 2].map { .send(.event(.server(connected: false)), connection: $0) })
  }
}

extension QueueState {
  /// A Boolean value that indicates whether the writer finds nothing to do.
  fileprivate var takesNothing: Bool {
    var copy = self
    return copy.takeTurn() == nil
  }
}
