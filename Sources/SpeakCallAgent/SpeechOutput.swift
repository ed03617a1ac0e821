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
    _ audio: CallAudio, speech: Speech, paths: XDGPaths, publish: @escaping @Sendable (AgentEvent) -> Void
  ) -> SpeechOutput {
    let queue = SpeechQueue(
      speech: speech,
      injector: Injector(
        open: { () throws(CallAudioError) in try await audio.speechStream() },
        echo: { await audio.hearingOutput() }),
      environment: .init(
        gate: { () throws(CallAudioError) in try await audio.requireCall() },
        publish: publish,
        speaking: { await audio.setSpeaking($0) },
        keepsAfterCall: { SettingsFile(folder: paths.configuration).queue() == .keep }))
    return SpeechOutput(queue: queue, speech: speech)
  }

  /// Speaks on the default output; with a synthesizer of its own, for one that speaks is busy until it is heard.
  static func preview(
    _ audio: CallAudio, paths: XDGPaths, publish: @escaping @Sendable (AgentEvent) -> Void
  ) -> SpeechOutput {
    let speech = Speech(pronunciations: paths.configuration, cache: paths.state)
    let queue = SpeechQueue(
      speech: speech,
      injector: Injector(open: { () throws(CallAudioError) in try await audio.previewStream() }),
      environment: .init(
        gate: { () throws(CallAudioError) in try await audio.requirePreviewOutput() },
        publish: publish,
        speaking: { if !$0 { await audio.closePreview() } }))
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
