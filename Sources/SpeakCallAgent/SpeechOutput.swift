import CallRouting
import SpeakCallProtocol
import SpeechInjection
import SpeechSynthesis
import SystemSupport
import UserData

/// A queue with the synthesizer and the stream that it speaks through.
struct SpeechOutput: Sendable {
  let queue: SpeechQueue
  private let speech: Speech

  /// Speaks into the call, with a synthesizer that may have been started already.
  static func call(
    _ routes: SpeechRoutes, speaking: @escaping @Sendable (Bool) async -> Void, speech: Speech, paths: XDGPaths,
    publish: @escaping @Sendable (AgentEvent) -> Void
  ) -> SpeechOutput {
    let queue = SpeechQueue(
      speech: speech,
      injector: Injector(
        open: { () throws(CallAudioError) in try await routes.callStream() },
        echo: { await routes.hearingOutput() }),
      environment: .init(
        gate: { () throws(CallAudioError) in try await routes.requireCall() },
        publish: publish,
        speaking: speaking,
        keepsAfterCall: { SettingsFile(folder: paths.configuration).queue() == .keep }))
    return SpeechOutput(queue: queue, speech: speech)
  }

  /// Speaks on the default output; with a synthesizer of its own, for one that speaks is busy until it is heard.
  static func preview(
    _ routes: SpeechRoutes, paths: XDGPaths, publish: @escaping @Sendable (AgentEvent) -> Void
  ) -> SpeechOutput {
    let speech = Speech(pronunciations: paths.configuration, cache: paths.state)
    let queue = SpeechQueue(
      speech: speech,
      injector: Injector(open: { () throws(CallAudioError) in try await routes.previewStream() }),
      environment: .init(
        gate: { () throws(CallAudioError) in try await routes.requirePreviewOutput() },
        publish: publish,
        speaking: { if !$0 { await routes.closePreview() } }))
    return SpeechOutput(queue: queue, speech: speech)
  }

  /// Starts the synthesizer, so that the first word need not wait for it; returns what the kernel lacks to confine it.
  func warmUp() async -> [String] {
    // A failure is met again, and reported, by the utterance that needs the synthesizer.
    do {
      try await speech.warmUp()
      return try await speech.missingProtection()
    } catch { return [] }
  }
}
