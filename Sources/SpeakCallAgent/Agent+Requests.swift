import CallRouting
import PulseAudio
import SpeakCallProtocol
import SystemSupport

/// What the agent does on request.
extension Agent {
  /// Carries out a request and answers it.
  func answer(_ request: Request, on connection: Connection) async throws(AgentError) {
    if request.version != Version.current || isRetiring, request.action.needsSameVersion {
      isRetiring = true
      send(.outdated(version: Version.current), on: connection)
      considerLeaving()
      return
    }
    switch request.action {
    case .say(let say): try await self.say(say, on: connection)
    case .text(let id, let text, let isLast):
      for output in outputs {
        await output.queue.append(text, isLast: isLast, to: id, connection: connection.number)
      }
    case .enable(let microphone, let applications, let hear):
      try await enable(microphone, applications, hear: hear, on: connection)
    case .disable:
      _ = await call.queue.stop()
      do { try await audio.disable() } catch { throw .call(error) }
      send(.status(await report()), on: connection)
    case .status(let watch):
      if watch { watchers.insert(connection.number) }
      send(.status(await report()), on: connection)
    case .stop, .skip, .pause, .resume: send(.done(await steer(request.action)), on: connection)
    case .repeat: try await sayAgain(on: connection)
    case .cancel(let utterances):
      for output in outputs {
        await output.queue.cancel(.skipped) {
          utterances.contains($0.id) && $0.owner.connection == connection.number
        }
      }
    case .events:
      followers.insert(connection.number)
      connection.setFarewell(wire.encode(Reply.failed(.eventsLost)))
      send(.done(nil), on: connection)
    }
  }

  private func enable(
    _ mode: MicrophoneIntent.Mode, _ applications: [String], hear: Double?, on connection: Connection
  ) async throws(AgentError) {
    do { try await audio.enable(mode: mode, applications: applications, hear: hear) } catch { throw .call(error) }
    send(.status(await report()), on: connection)
  }

  private func say(_ request: SayRequest, on connection: Connection) async throws(AgentError) {
    let wire = self.wire
    let owner = Utterance.Owner(connection: connection.number) { [weak connection] reply in
      connection?.send(wire.encode(reply))
    }
    guard request.isPreview else { return try await call.queue.add(request, owner: owner) }
    let isFirst = previewers.insert(connection.number).inserted
    let advice = isFirst ? await audio.previewAdvice() : nil
    try await preview.queue.add(request, owner: owner, warning: advice)
  }

  private func sayAgain(on connection: Connection) async throws(AgentError) {
    var last: (request: SayRequest, clock: Double)?
    for output in outputs {
      guard let other = try await output.queue.repetition() else { continue }
      if other.clock > last?.clock ?? -.infinity { last = other }
    }
    guard let last else { throw .nothingToRepeat }
    try await say(last.request, on: connection)
  }

  /// Stops, skips, pauses or resumes speech, into the call and as a preview; returns what there is to remark.
  private func steer(_ action: Request.Action) async -> Remark? {
    let isAbsent = await call.queue.absence
    let remark: Remark?
    switch action {
    case .skip:
      var isDone = await call.queue.skip()
      if !isDone { isDone = await preview.queue.skip() }
      remark = isDone ? nil : .nothingIsSpoken
    case .pause:
      let results = [await call.queue.pause(), await preview.queue.pause()]
      remark =
        if results.contains(.paused) { nil } else if results.contains(.alreadyPaused) {
          .alreadyPaused
        } else { .nothingIsSpoken }
    case .resume:
      let results = [await call.queue.resume(), await preview.queue.resume()]
      remark =
        if !results.contains(true) { .notPaused } else {
          switch isAbsent {
          case .callOnHold: .resumesWithCall
          case .serverLost: .resumesWithServer
          case nil: nil
          }
        }
    default:
      let results = [await call.queue.stop(), await preview.queue.stop()]
      remark = results.contains(true) ? nil : .nothingIsSpoken
    }
    noteChange()
    return remark
  }
}
