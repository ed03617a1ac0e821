import PulseAudio

/// Where somebody hears the speech as well.
public struct EchoOutput: Sendable {
  /// The stream there.
  package let stream: PlaybackStream
  /// What each sample is multiplied by.
  package let gain: Float
}
