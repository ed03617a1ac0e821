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

/// Outputs that a microphone beside them would hear.
enum Loudspeaker {
  /// The form factors of devices that fill a room.
  private static let formFactors: Set<String> = ["speaker", "tv", "car", "hifi", "portable"]

  /// The default sink if it is a loudspeaker; what does not say what it is counts as none.
  static func asDefault(in snapshot: ServerSnapshot) -> Sink? {
    guard let sink = snapshot.sinks.first(where: { $0.name == snapshot.info.defaultSink }) else { return nil }
    let isLoudspeaker =
      switch sink.port {
      case .loudspeaker: true
      case .ear: false
      case .other, nil: formFactors.contains(sink.properties["device.form_factor"] ?? "")
      }
    return isLoudspeaker ? sink : nil
  }
}

extension VirtualMicrophone {
  /// Returns whether a source is a microphone that is not ours.
  func isReal(_ source: Source) -> Bool {
    source.monitorOfSink == nil && source.properties[Self.marker] == nil && source.name != sourceName
      && source.properties["device.master_device"] != sinkName + ".monitor"
      && source.properties["device.master_device"] != sourceName
  }
}

/// The ways that sound takes on a server, from sink to sink through what modules link.
enum SoundPath {
  /// Returns whether sound on one sink gets to another: it is that one, or a monitor, a loopback, a remapped or a
  /// combined device leads there.
  static func leads(from sink: UInt32, to target: UInt32, in snapshot: ServerSnapshot) -> Bool {
    var seen: Set<UInt32> = []
    var ahead = [sink]
    while let next = ahead.popLast() {
      if next == target { return true }
      if seen.insert(next).inserted { ahead += sinks(after: next, in: snapshot) }
    }
    return false
  }

  private static func sinks(after sink: UInt32, in snapshot: ServerSnapshot) -> [UInt32] {
    // What is combined or remapped plays on its masters, by streams of its own module.
    let owner = snapshot.sinks.first { $0.index == sink }?.ownerModule
    var modules = Set([owner].compactMap(\.self))
    for source in sources(after: sink, in: snapshot) {
      modules.formUnion(readers(of: source, in: snapshot))
    }
    return snapshot.sinkInputs.filter { input in
      input.client == nil && input.ownerModule.map(modules.contains) ?? false
    }.map(\.sink)
  }

  /// The monitor of a sink, and the sources that are made of it.
  private static func sources(after sink: UInt32, in snapshot: ServerSnapshot) -> Set<UInt32> {
    var reached: Set<UInt32> = []
    var ahead = snapshot.sources.filter { $0.monitorOfSink == sink }.map(\.index)
    while let next = ahead.popLast() {
      guard reached.insert(next).inserted else { continue }
      let modules = readers(of: next, in: snapshot)
      ahead += snapshot.sources.filter { source in
        source.monitorOfSink == nil && source.ownerModule.map(modules.contains) ?? false
      }.map(\.index)
    }
    return reached
  }

  /// The modules that read a source.
  ///
  /// PulseAudio names one for the streams of its clients too, which is that of the socket.
  private static func readers(of source: UInt32, in snapshot: ServerSnapshot) -> Set<UInt32> {
    Set(snapshot.sourceOutputs.filter { $0.source == source && $0.client == nil }.compactMap(\.ownerModule))
  }
}
