import PulseAudio

/// Speech that only the user hears.
extension CallAudio {
  /// Fails unless a preview can be heard, and by nobody in a call.
  public func requirePreviewOutput() async throws(CallAudioError) {
    try await connect()
    // Only where sound would go counts here; a virtual microphone that cannot be made is no matter of a preview.
    do { try await settle() } catch { if case .noServer = error { throw error } }
    _ = try previewSink()
  }

  /// The open stream on the default output.
  ///
  /// It is pinned, as that for hearing oneself is: one that follows the default output would follow it into the call.
  public func previewStream() async throws(CallAudioError) -> PlaybackStream {
    if let preview, await preview.stream.isOpen { return preview.stream }
    let sink = try previewSink()
    let stream = try await open(sink: sink)
    preview = (stream, sink)
    return stream
  }

  /// Closes the stream on the default output.
  public func closePreview() async {
    let stream = preview?.stream
    preview = nil
    await stream?.close()
  }

  /// Closes the stream when what is played on it has begun to lead into a call.
  func tendPreview() async {
    guard let snapshot, let sink = snapshot.sinks.first(where: { $0.name == preview?.sink }),
      leadsIntoCall(sink, in: snapshot)
    else { return }
    await closePreview()
  }

  /// The default output, or nil when the server names none; fails when what is played there is heard in calls.
  private func previewSink() throws(CallAudioError) -> String? {
    guard let snapshot, let sink = snapshot.sinks.first(where: { $0.name == snapshot.info.defaultSink }) else {
      return nil
    }
    guard leadsIntoCall(sink, in: snapshot) else { return sink.name }
    throw .outputLeadsIntoCall(output: sink.name, other: outputOutsideCall(in: snapshot))
  }

  /// An output whose sound no call hears.
  func outputOutsideCall(in snapshot: ServerSnapshot) -> String? {
    snapshot.sinks.first { !leadsIntoCall($0, in: snapshot) }?.name
  }

  /// Tells whether what is played on a sink gets into a virtual microphone, of this instance or another.
  func leadsIntoCall(_ sink: Sink, in snapshot: ServerSnapshot) -> Bool {
    snapshot.sinks.contains { target in
      (target.name == microphone.sinkName || target.properties[VirtualMicrophone.marker] != nil)
        && SoundPath.leads(from: sink.index, to: target.index, in: snapshot)
    }
  }
}
