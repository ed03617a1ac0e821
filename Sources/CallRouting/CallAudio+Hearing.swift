import Glibc
import PulseAudio

/// The speech as the user hears it, beside the call.
extension CallAudio {
  /// The stream on which the user hears what the call does; nil where that is not wanted, or would get back into the call.
  public func hearingOutput() async -> EchoOutput? {
    if let hearing, await !hearing.stream.isOpen { self.hearing = nil }
    if hearing == nil { await tendHearing() }
    guard let hearing, let level = state.intent.hear else { return nil }
    return EchoOutput(stream: hearing.stream, gain: pow(10, Float(level) / 20))
  }

  /// What the user of `enable --hear` should know: that the others hear it twice, or that it cannot be heard.
  var hearingAdvice: String? {
    guard let snapshot, state.intent.isEnabled, state.intent.hear != nil else { return nil }
    if !reachableCalls.isEmpty, hearingSink == nil, let sink = snapshot.info.defaultSink {
      let next = outputOutsideCall(in: snapshot).map { "; choose another one: pactl set-default-sink '\($0)'" } ?? ""
      return "you do not hear the speech: the default output '\(sink)' leads into the call\(next)"
    }
    guard state.intent.mode != .mute, snapshot.sources.contains(where: microphone.isReal) else { return nil }
    return Loudspeaker.asDefault(in: snapshot).map { advice(on: $0) }
  }

  /// What the user of a preview should know: that an open microphone hears it.
  public func previewAdvice() async -> String? {
    // Without a server there is nothing to hear, which the preview itself tells.
    do { try await connect() } catch { return nil }
    guard let snapshot, let sink = Loudspeaker.asDefault(in: snapshot) else { return nil }
    let real = Set(snapshot.sources.filter(microphone.isReal).map(\.index))
    guard snapshot.sourceOutputs.contains(where: { !$0.isCorked && real.contains($0.source) }) else { return nil }
    return advice(on: sink)
  }

  private func advice(on sink: Sink) -> String {
    "the microphone hears the loudspeaker '\(sink.description)' too, and so does the call; headphones prevent that"
  }

  /// The sink on which the user would hear the speech: the default one, unless it leads back into the call.
  private var hearingSink: String? {
    guard let snapshot, state.intent.isEnabled, state.intent.hear != nil, !reachableCalls.isEmpty else { return nil }
    guard let sink = snapshot.sinks.first(where: { $0.name == snapshot.info.defaultSink }),
      !leadsIntoCall(sink, in: snapshot)
    else { return nil }
    return sink.name
  }

  /// Opens or closes the stream as the default output, the call and the user's wish ask for it.
  ///
  /// It is pinned: a stream that follows the default output by itself would follow it into the call.
  func tendHearing() async {
    let sink = hearingSink
    if let hearing, hearing.sink != sink { await closeHearing() }
    guard let sink, hearing == nil else { return }
    // A failure is no reason not to speak; the next pass, or the next words, try again.
    do {
      let stream = try await open(sink: sink)
      guard hearing == nil, hearingSink == sink else { return await stream.close() }
      hearing = (stream, sink)
    } catch { lastProblem = "\(error)" }
  }

  /// Closes the stream.
  func closeHearing() async {
    let stream = hearing?.stream
    hearing = nil
    await stream?.close()
  }
}
