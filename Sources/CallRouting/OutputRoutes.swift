import PulseAudio

/// The outputs on which the user may hear speech without the call hearing it too; a pure function of a snapshot.
struct OutputRoutes {
  let microphone: VirtualMicrophone
  let snapshot: ServerSnapshot

  private var defaultSink: Sink? { snapshot.sinks.first { $0.name == snapshot.info.defaultSink } }

  /// An output that no call hears.
  private var outsideCall: String? { snapshot.sinks.first { !leadsIntoCall($0) }?.name }

  /// Returns the sink for previews, `nil` if the server names no default one; fails if calls would hear it.
  func previewSink() throws(CallAudioError) -> String? {
    guard let sink = defaultSink else { return nil }
    guard leadsIntoCall(sink) else { return sink.name }
    throw .outputLeadsIntoCall(output: sink.name, other: outsideCall)
  }

  /// The sink on which the user hears speech beside the call: the default one, unless it leads back into the call.
  var hearingSink: String? { defaultSink.flatMap { leadsIntoCall($0) ? nil : $0.name } }

  /// Returns whether sound on a sink gets into a virtual microphone.
  func leadsIntoCall(named sink: String?) -> Bool {
    snapshot.sinks.first { $0.name == sink }.map(leadsIntoCall) ?? false
  }

  private func leadsIntoCall(_ sink: Sink) -> Bool {
    snapshot.sinks.contains { target in
      (target.name == microphone.sinkName || target.properties[VirtualMicrophone.marker] != nil)
        && SoundPath.leads(from: sink.index, to: target.index, in: snapshot)
    }
  }

  /// Advice to the user of `enable --hear`: the call hears speech twice, or the user does not hear it.
  func hearingAdvice(hasCall: Bool, isMicrophoneMuted: Bool) -> String? {
    if hasCall, hearingSink == nil, let sink = snapshot.info.defaultSink {
      let next = outsideCall.map { "; choose another one: pactl set-default-sink '\($0)'" } ?? ""
      return "you do not hear the speech: the default output '\(sink)' leads into the call\(next)"
    }
    guard !isMicrophoneMuted, snapshot.sources.contains(where: microphone.isReal) else { return nil }
    return loudspeakerAdvice
  }

  /// Advice to the user of a preview: an open microphone hears it.
  var previewAdvice: String? {
    let real = Set(snapshot.sources.filter(microphone.isReal).map(\.index))
    let isOpen = snapshot.sourceOutputs.contains { !$0.isCorked && real.contains($0.source) }
    return isOpen ? loudspeakerAdvice : nil
  }

  private var loudspeakerAdvice: String? {
    Loudspeaker.asDefault(in: snapshot).map {
      "the microphone hears the loudspeaker '\($0.description)' too, and so does the call; headphones prevent that"
    }
  }
}
