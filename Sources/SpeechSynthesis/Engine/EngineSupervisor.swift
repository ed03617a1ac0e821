/// A supervisor of an engine process, which replaces one that died or hung.
///
/// Its calls block until the engine answers.
final class EngineSupervisor {
  /// The maximum time for an engine to stop; it needs less than a millisecond.
  private static let cancelTimeout = Duration.milliseconds(500)

  /// The number of changes of the settings after which the engine is replaced.
  ///
  /// espeak-ng adds each change of the voice to a queue of 170 places, which it empties only while it speaks. The
  /// engine speaks only in its forks: once in 85 changes their queue looks empty, and without a voice they crash.
  private static let mostChanges = 40

  private let executable: String
  private let environment: [String: String]
  private let cache: String?
  private let timeout: Duration
  private var connection: EngineConnection?
  private var settings: SpeechSettings?
  private var changes = 0

  init(executable: String, environment: [String: String], cache: String? = nil, timeout: Duration) {
    self.executable = executable
    self.environment = environment
    self.cache = cache
    self.timeout = timeout
  }

  /// The process started last.
  var process: Int32? { connection?.process }

  /// Returns the voices of the engine.
  func catalogue() throws(SpeechError) -> VoiceCatalogue {
    try running().voices.catalogue
  }

  /// Validates settings and returns their voice, or the first of `defaults` if they name none.
  func voice(for settings: SpeechSettings, defaults: [String]) throws(SpeechError) -> Voice {
    try settings.validate()
    let catalogue = try catalogue()
    if let voice = settings.voice {
      return try catalogue.resolve(voice)
    }
    return try catalogue.resolve(firstOf: defaults)
  }

  /// Returns the features of the engine's ``Sandbox`` that the kernel lacks, each with the reason.
  func missingProtection() throws(SpeechError) -> [String] {
    try running().missingProtection
  }

  /// Sends a request and returns the level of its voice; `text` is what an error reports as not spoken.
  ///
  /// An engine that died or hangs is replaced once without an error.
  func start(_ request: EngineRequest, text: String = "") throws(SpeechError) -> Double? {
    do throws(SpeechError) {
      return try attempt(request, text: text)
    } catch  where error.lossOfEngine != nil {
      return try attempt(request, text: text)
    }
  }

  private func attempt(_ request: EngineRequest, text: String) throws(SpeechError) -> Double? {
    noteChange(to: request)
    let connection = try running()
    try connection.send(request, lost: text)
    switch try connection.receive(lost: text) {
    case .started(let level):
      noteLevel(level, of: request)
      return level
    case .failed(let error): throw error
    case .ready, .chunk, .done: throw unexpectedReply(lost: text)
    }
  }

  private func noteChange(to request: EngineRequest) {
    guard let wanted = request.settings, wanted != settings else { return }
    settings = wanted
    changes += 1
    if changes > Self.mostChanges { connection?.end() }
  }

  /// Keeps the level of a voice for the next engine.
  private func noteLevel(_ level: Double?, of request: EngineRequest) {
    guard let cache, let connection, let settings = request.settings else { return }
    if connection.note(level, with: settings) { connection.voices.write(to: cache) }
  }

  /// Waits for the next chunk of the last text and returns it; `nil` after the last one.
  func nextChunk(of text: String) throws(SpeechError) -> SpeechChunk? {
    guard let connection else { return nil }
    while true {
      switch try connection.receive(lost: text) {
      case .chunk(let chunk) where chunk.samples.isEmpty && !chunk.endsClause: continue
      case .chunk(let chunk): return chunk
      case .done: return nil
      case .failed(let error): throw error
      case .ready, .started: throw unexpectedReply(lost: text)
      }
    }
  }

  /// Stops the speech and drops its remaining chunks.
  func cancel() {
    guard let connection else { return }
    do throws(SpeechError) {
      let deadline = SuspendingClock().now.advanced(by: Self.cancelTimeout)
      try connection.send(.cancel)
      while true {
        switch try connection.receive(until: deadline) {
        case .done, .failed: return
        case .chunk: continue
        case .ready, .started: throw unexpectedReply(lost: "")
        }
      }
    } catch {
      // An engine that does not stop is killed. Its text is not wanted any more, so there is nothing to report.
      connection.end()
    }
  }

  /// Kills an engine that broke the protocol; the next use replaces it.
  private func unexpectedReply(lost text: String) -> SpeechError {
    connection?.end()
    return .engineDied(reason: "it sent an unexpected reply", lost: text)
  }

  /// Starts an engine without waiting for it, unless one is running.
  func launch() throws(SpeechError) {
    _ = try started()
  }

  private func running() throws(SpeechError) -> EngineConnection {
    if let connection, !connection.isEnded {
      do throws(SpeechError) {
        try connection.awaitReady()
        return connection
      } catch  where error.lossOfEngine != nil {
        // It was lost before its first use: try another one, which reports its own failure.
      }
    }
    let connection = try started()
    try connection.awaitReady()
    return connection
  }

  private func started() throws(SpeechError) -> EngineConnection {
    if let connection, !connection.isEnded {
      return connection
    }
    let connection = try EngineConnection(
      executable: executable, environment: environment, cache: cache, timeout: timeout)
    self.connection = connection
    changes = 1
    return connection
  }
}
