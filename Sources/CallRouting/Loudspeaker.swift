import PulseAudio

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
  /// Tells whether a source is a microphone that is not ours.
  func isReal(_ source: Source) -> Bool {
    source.monitorOfSink == nil && source.properties[Self.marker] == nil && source.name != sourceName
      && source.properties["device.master_device"] != sinkName + ".monitor"
      && source.properties["device.master_device"] != sourceName
  }
}
