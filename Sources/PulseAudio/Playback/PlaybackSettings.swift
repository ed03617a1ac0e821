/// The properties of a new playback stream.
public struct PlaybackSettings: Sendable, Equatable {
  /// The stream's name, as mixers show it.
  public var name: String

  /// The sink to play on, and never to be moved from; nil: the default sink, free to be moved.
  public var sink: String?

  /// Frames per second.
  public var rate: UInt32 = 48_000

  /// Samples per frame.
  public var channels: UInt8 = 1

  /// The sound that the server keeps ahead at least, with room for twice as much.
  ///
  /// A delay of this process that is shorter is not heard. A flush takes it back, so it does not make stopping slower.
  public var buffer: Duration = .milliseconds(500)

  /// The sound that the server requests at a time.
  public var period: Duration = .milliseconds(15)

  /// The sound for which the server waits before it starts, or starts again after a gap.
  ///
  /// At 0 a server drops as much of the next write as the gap was long.
  public var prebuffer: Duration = .milliseconds(10)

  /// A Boolean value that indicates whether to wake server and program seldom: the server requests a whole buffer at a
  /// time, and the stream is corked when there has been nothing to play for ``patience``.
  ///
  /// PulseAudio begins 2 ms later after such a pause. PipeWire knows no requests of another size than its period, and
  /// begins a period or two later.
  public var isThrifty = false

  /// The time with nothing to play after which a thrifty stream is corked: longer than people take to answer.
  public var patience: Duration = .seconds(30)

  /// Further properties of the stream, such as `media.role`.
  public var properties: [String: String] = [:]

  /// Settings for a 48 kHz mono stream with half a second in the server's buffer.
  public init(name: String, sink: String? = nil) {
    self.name = name
    self.sink = sink
  }
}
