import CallRouting
import PulseAudio
import SpeakCallProtocol
import SpeechInjection
import SpeechSynthesis
import SystemSupport
import UserData

/// A queue with the synthesizer and the stream that it speaks through.
struct SpeechOutput: Sendable {
  let queue: SpeechQueue
  private let speech: Speech

  /// Creates the output into the call, with a synthesizer that may have been started already; `speaking` is called when
  /// speech begins and ends.
  static func call(
    _ routes: SpeechRoutes, speech: Speech, paths: XDGPaths, publish: @escaping @Sendable (AgentEvent) -> Void,
    speaking: @escaping @Sendable (Bool) async -> Void
  ) -> SpeechOutput {
    let injector = Injector(
      open: { () throws(CallAudioError) in try await routes.callStream() }, echo: { await routes.hearingOutput() })
    let queue = SpeechQueue(
      speech: speech, injector: injector,
      environment: .init(
        gate: { () throws(CallAudioError) in try await routes.requireCall() },
        permission: { () throws(CallAudioError) in try routes.requirePermission() },
        publish: publish, speaking: speaking,
        keepsAfterCall: { SettingsFile(folder: paths.configuration).queue() == .keep }))
    return SpeechOutput(queue: queue, speech: speech)
  }

  /// Creates the output to the user alone; with a synthesizer of its own, because one that speaks is busy until it is
  /// heard.
  static func preview(
    _ routes: SpeechRoutes, paths: XDGPaths, publish: @escaping @Sendable (AgentEvent) -> Void
  ) -> SpeechOutput {
    let speech = Speech(pronunciations: paths.configuration, cache: paths.state)
    let injector = Injector(open: { () throws(CallAudioError) in try await routes.previewStream() })
    let queue = SpeechQueue(
      speech: speech, injector: injector,
      environment: .init(
        gate: { () throws(CallAudioError) in try await routes.requirePreviewOutput() },
        publish: publish, speaking: { if !$0 { await routes.closePreview() } }))
    return SpeechOutput(queue: queue, speech: speech)
  }

  /// Starts the synthesizer before the first word needs it; returns what the kernel lacks to confine it.
  func warmUp() async -> [String] {
    // A failure is met again, and reported, by the utterance that needs the synthesizer.
    do {
      try await speech.warmUp()
      return try await speech.missingProtection()
    } catch { return [] }
  }
}

/// Both outputs, which the user controls together.
struct SpeechOutputs: Sendable {
  let call: SpeechOutput
  let preview: SpeechOutput

  private var queues: [SpeechQueue] { [call.queue, preview.queue] }

  /// A Boolean value that indicates whether nothing is spoken and nothing waits.
  var isIdle: Bool {
    get async {
      for queue in queues where await !queue.isIdle { return false }
      return true
    }
  }

  /// The speech into the call or, if there is none, that of previews.
  var status: StatusReport.Speech {
    get async {
      let status = await call.queue.status
      return status.state == .idle && status.queued == 0 ? await preview.queue.status : status
    }
  }

  /// Stops, skips, pauses or resumes speech; returns the note for the user, if there is one.
  func control(_ action: Request.Action) async -> Remark? {
    switch action {
    case .skip:
      if await call.queue.skip() { return nil }
      return await preview.queue.skip() ? nil : .nothingIsSpoken
    case .pause:
      let results = [await call.queue.pause(), await preview.queue.pause()]
      return results.contains(.paused) ? nil : results.contains(.alreadyPaused) ? .alreadyPaused : .nothingIsSpoken
    case .resume:
      let results = [await call.queue.resume(), await preview.queue.resume()]
      guard results.contains(true) else { return .notPaused }
      switch await call.queue.absence {
      case .callOnHold: return .resumesWithCall
      case .serverLost: return .resumesWithServer
      case nil: return nil
      }
    default: return await stop() ? nil : .nothingIsSpoken
    }
  }

  /// Ends everything; returns whether there was anything.
  @discardableResult
  func stop() async -> Bool {
    let results = [await call.queue.stop(), await preview.queue.stop()]
    return results.contains(true)
  }

  /// Adds text to an utterance whose caller was asked for more.
  func append(_ text: String, isLast: Bool, to id: Int, connection: Int) async {
    for queue in queues { await queue.append(text, isLast: isLast, to: id, connection: connection) }
  }

  /// Ends utterances that a connection asked for.
  func cancel(_ ids: [Int], connection: Int) async {
    for queue in queues { await queue.cancel(.skipped) { ids.contains($0.id) && $0.connection == connection } }
  }

  /// Ends the utterances of a closed connection, except those that were left to be spoken.
  func forget(connection: Int) async {
    for queue in queues { await queue.forget(connection: connection) }
  }

  /// Returns the request that repeats the text that was heard last.
  func repetition() async throws(AgentError) -> SayRequest {
    var last: (request: SayRequest, clock: Double)?
    for queue in queues {
      guard let other = try await queue.repetition() else { continue }
      if other.clock > last?.clock ?? -.infinity { last = other }
    }
    guard let last else { throw .nothingToRepeat }
    return last.request
  }
}
