import PulseAudio

/// Where somebody hears the speech as well.
public struct EchoOutput: Sendable {
  /// The stream there.
  let stream: PlaybackStream
  /// What each sample is multiplied by.
  let gain: Float
}
