import Glibc
import PulseAudio
import UserData

/// The ways for speech: into the call, to the user beside it, and to the user alone; each is asked for at each use.
public struct SpeechRoutes: Sendable {
  /// The longest time between the start of a call and its first read.
  private static let longestLinking = Duration.seconds(1)
  /// The time that PipeWire may need to link a source that it reports as running.
  private static let linkingTime = Duration.milliseconds(250)

  private let audio: CallAudio

  /// Creates the routes through a coordinator's microphone.
  public init(_ audio: CallAudio) { self.audio = audio }

  // MARK: Into the call

  /// Fails unless the user's permission allows speech at this moment.
  public func requirePermission() throws(CallAudioError) { try audio.permission.requireGranted() }

  /// Fails unless a call would hear speech now.
  public func requireCall() async throws(CallAudioError) {
    try requirePermission()
    guard await audio.intent.isEnabled else { throw .injectionOff }
    try await audio.connect()
    var view = await audio.view
    if !view.isCallActive {
      // A call that began a moment ago may not have been seen yet.
      try await audio.settle()
      view = await audio.view
    }
    guard view.isCallActive else { throw view.absence }
    if let began = view.observation.becameActive, .now - began < Self.longestLinking { await waitUntilRead() }
  }

  /// Waits until the server hands the microphone's sound to its readers, for a second at most.
  ///
  /// PipeWire was seen to take up to 400 ms for that after a stream was moved; sound is lost meanwhile. It does not
  /// report the last part, the links of the source itself.
  public func waitUntilRead() async {
    let deadline = ContinuousClock.now + Self.longestLinking
    while await !audio.view.isRead, ContinuousClock.now < deadline {
      let seen = await audio.link.eventCount
      do { try await audio.settle() } catch { return await audio.noteCallReads() }
      if await !audio.view.isRead { await audio.link.eventAfter(seen) }
    }
    if await audio.link.isPipeWire ?? false {
      do { try await Task.sleep(for: Self.linkingTime) } catch { return }
    }
    await audio.noteCallReads()
  }

  /// Returns the open stream into the virtual microphone, which is kept while a call is there.
  public func callStream() async throws(CallAudioError) -> PlaybackStream {
    let sink = audio.microphone.sinkName
    do { return try await audio.streams.stream(.call, on: sink) } catch {
      // The sink may have been removed a moment ago: it is made again first.
      try await audio.settle()
      return try await audio.streams.stream(.call, on: sink)
    }
  }

  /// Returns the stream on which the user hears speech beside the call; `nil` if that is not wanted, or if the call would
  /// hear it again.
  public func hearingOutput() async -> EchoOutput? {
    let view = await audio.view
    guard let level = view.intent.hear, let sink = view.hearingSink else { return nil }
    do {
      let stream = try await audio.streams.stream(.hearing, on: sink)
      return EchoOutput(stream: stream, gain: pow(10, Float(level) / 20))
    } catch {
      // Speech into the call does not depend on it, and the next block tries again.
      return nil
    }
  }

  // MARK: To the user alone

  /// Fails unless a preview can be heard, and by no call.
  public func requirePreviewOutput() async throws(CallAudioError) {
    try await audio.connect()
    // A virtual microphone that cannot be made does not matter here.
    do { try await audio.settle() } catch { if case .noServer = error { throw error } }
    _ = try await audio.view.routes?.previewSink()
  }

  /// Returns the open stream on the default output.
  public func previewStream() async throws(CallAudioError) -> PlaybackStream {
    if let stream = await audio.streams.open(.preview) { return stream }
    return try await audio.streams.stream(.preview, on: try await audio.view.routes?.previewSink())
  }

  /// Closes the stream on the default output.
  public func closePreview() async { await audio.streams.close(.preview) }

  /// Returns advice to the user of a preview: an open microphone hears it.
  public func previewAdvice() async -> String? {
    // Without a server there is nothing to hear, which the preview itself reports.
    do { try await audio.connect() } catch { return nil }
    return await audio.view.routes?.previewAdvice
  }
}

extension PermissionStore {
  /// Fails unless permission is granted at this moment.
  func requireGranted() throws(CallAudioError) {
    let decision = decision()
    switch decision.permission {
    case .granted: return
    case .undetermined: throw .permissionUndetermined
    case .denied: throw .permissionDenied(file: decision.file, reason: decision.reason)
    case .serviceDisabled: throw .serviceDisabled(file: decision.file, reason: decision.reason)
    }
  }
}
