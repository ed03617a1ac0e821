import SpeakCallProtocol

/// Speech that waits with everything kept: because the user holds it, or because nobody would hear it for a while.
///
/// The two are independent of each other; speech goes on when neither is left, with the word that was playing.
extension SpeechQueue {
  /// Why nobody would hear speech for a while.
  enum Absence: Sendable {
    case callOnHold
    case serverLost
  }

  /// What came of the wish to hold the speech.
  enum PauseResult: Sendable {
    case paused, alreadyPaused, nothingToPause
  }

  /// How long a server that went away, or a call that went with it, is waited for.
  private static let patience = Duration.seconds(10)

  /// A Boolean value that indicates whether nothing is spoken though something may wait.
  var isHeld: Bool { isPaused || absence != nil }

  /// Silences speech at once, in mid-word, until ``resume()``.
  func pause() async -> PauseResult {
    guard !isIdle else { return isPaused ? .alreadyPaused : .nothingToPause }
    guard !isPaused || !sounding.isEmpty else { return .alreadyPaused }
    isPaused = true
    for utterance in all {
      utterance.isUrgent = false
      hold(utterance)
    }
    for utterance in heardOrWritten { utterance.restartIfMarkup() }
    if absence == nil { await silence() }
    await tellWhetherSpeaking()
    return .paused
  }

  /// Notes that an utterance is held, and tells of it.
  func hold(_ utterance: Utterance) {
    if !utterance.request.isDetached { pausedConnections.insert(utterance.owner.connection) }
    tell(utterance, .paused)
  }

  /// Holds speech that another agent held before it ended.
  func pauseAgain() async {
    guard !isPaused else { return }
    if await pause() == .nothingToPause { isPaused = true }
  }

  /// Lets speech go on that the user held; tells whether it was held.
  func resume() -> Bool {
    guard isPaused else { return false }
    isPaused = false
    pausedConnections = []
    wake()
    return true
  }

  /// Notes that nothing more comes from a connection, nor is held for it.
  func forget(connection: Int) {
    pausedConnections.remove(connection)
    endPauseIfForsaken()
  }

  /// Ends a pause that holds nothing, so that what is said later is not held by it; whoever still speaks, as a program
  /// that pipes its lines, keeps it.
  func endPauseIfForsaken() {
    if isPaused, isIdle, pausedConnections.isEmpty { isPaused = false }
  }

  /// Silences speech because nobody would hear it: until ``becomeHeard()``, or until a lost server is not waited for any
  /// longer.
  func hold(for absence: Absence, because error: AgentError? = nil) async {
    let wasAbsent = self.absence != nil
    self.absence = absence
    patienceTask?.cancel()
    patienceTask = nil
    if absence == .serverLost {
      patienceTask = Task {
        do { try await Task.sleep(for: Self.patience) } catch { return }
        for utterance in all {
          end(utterance, .serverLost, because: error ?? .cancelled(.serverLost, spoken: utterance.spoken))
        }
        becomeHeard()
        endPauseIfForsaken()
      }
    }
    guard !wasAbsent else { return }
    await silence()
    await tellWhetherSpeaking()
  }

  /// Lets speech go on after ``hold(for:because:)``.
  func becomeHeard() {
    patienceTask?.cancel()
    patienceTask = nil
    absence = nil
    wake()
  }

  /// Lets speech go on if only the stream was lost, and neither the server nor the call.
  func becomeHeardIfOpen() async {
    // What else was lost shows at the latest when the gate asks the server.
    do { try await gate() } catch {
      // Waiting does not help where the only output leads into a call: the next turn is told so.
      guard case .outputLeadsIntoCall = error else { return }
    }
    becomeHeard()
  }
}
