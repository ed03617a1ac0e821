/// The servers that the project works with.
public enum SoundServerKind: String, Sendable, CaseIterable {
  /// The PulseAudio daemon.
  case pulseAudio
  /// PipeWire with WirePlumber and pipewire-pulse.
  case pipeWire
}
