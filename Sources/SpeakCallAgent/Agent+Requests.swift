import CallRouting
import SpeakCallProtocol
import SystemSupport

/// The requests of commands.
extension Agent {
  /// Carries out a request and answers it.
  func answer(_ request: Request, on connection: Connection) async throws(AgentError) {
    if request.version != Version.current || isRetiring, request.action.needsSameVersion {
      isRetiring = true
      send(.outdated(version: Version.current), on: connection)
      considerLeaving()
      return
    }
    let number = connection.number
    switch request.action {
    case .say(let say): try await self.say(say, on: connection)
    case .repeat: try await say(try await outputs.repetition(), on: connection)
    case .text(let id, let text, let isLast):
      await outputs.append(text, isLast: isLast, to: id, connection: number)
    case .cancel(let utterances): await outputs.cancel(utterances, connection: number)
    case .enable(let mode, let applications, let hear):
      do { try await audio.enable(mode: mode, applications: applications, hear: hear) } catch { throw .call(error) }
      send(.status(await report()), on: connection)
    case .disable:
      _ = await outputs.call.queue.stop()
      do { try await audio.disable() } catch { throw .call(error) }
      send(.status(await report()), on: connection)
    case .status(let watch):
      if watch { watchers.insert(number) }
      send(.status(await report()), on: connection)
    case .stop, .skip, .pause, .resume:
      let remark = await outputs.control(request.action)
      noteChange()
      send(.done(remark), on: connection)
    case .events:
      followers.insert(number)
      connection.setFarewell(wire.encode(Reply.failed(.eventsLost)))
      send(.done(nil), on: connection)
    }
  }

  private func say(_ request: SayRequest, on connection: Connection) async throws(AgentError) {
    let send: @Sendable (Reply) -> Void = { [weak connection, wire] in connection?.send(wire.encode($0)) }
    let number = connection.number
    guard request.isPreview else {
      return try await outputs.call.queue.add(request, connection: number, send: send)
    }
    let isFirst = previewers.insert(number).inserted
    let advice = isFirst ? await routes.previewAdvice() : nil
    try await outputs.preview.queue.add(request, connection: number, warning: advice, send: send)
  }
}
