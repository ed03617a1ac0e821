/// The format of everything that is played into the virtual microphone: 48 kHz, mono, 16 bits.
public enum AudioFormat {
  /// Samples per second.
  public static let sampleRate = 48_000
}
