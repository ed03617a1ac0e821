import PulseAudio

/// The streams that speech is written to.
extension CallAudio {
  /// The open stream into the virtual microphone; opened on first use and kept while a call is there.
  public func speechStream() async throws(CallAudioError) -> PlaybackStream {
    do { return try await openSpeechStream() } catch {
      // The sink may have been removed a moment ago: it is made again first.
      try await settle()
      return try await openSpeechStream()
    }
  }

  /// The stream into the virtual microphone as it stands.
  func openSpeechStream() async throws(CallAudioError) -> PlaybackStream {
    let old = speech
    if let old, await old.isOpen { return old }
    let stream = try await open(sink: microphone.sinkName)
    guard let speech, speech !== old else {
      speech = stream
      let index = await stream.index
      if self.speech === stream { speechIndex = index }
      return stream
    }
    await stream.close()
    return speech
  }

  /// Opens a stream for speech on a sink, on the default one if it is nil.
  func open(sink: String?) async throws(CallAudioError) -> PlaybackStream {
    guard let server else { throw .noServer(reason: "the connection was lost") }
    var settings = PlaybackSettings(name: "Speech", sink: sink)
    settings.isThrifty = !(snapshot?.info.isPipeWire ?? true)
    settings.properties = [VirtualMicrophone.marker: microphone.instance]
    do {
      return try await server.openPlayback(settings)
    } catch {
      throw .microphoneFailed(reason: error.explanation)
    }
  }
}
