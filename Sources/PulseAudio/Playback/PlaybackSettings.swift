/// What a playback stream shall be.
public struct PlaybackSettings: Sendable, Equatable {
  /// The stream's name, as mixers show it.
  public var name: String

  /// The sink to play on, and never to be moved from; nil: the default sink, free to be moved.
  public var sink: String?

  /// Frames per second.
  public var rate: UInt32 = 48_000

  /// Samples per frame.
  public var channels: UInt8 = 1

  /// How much sound the server keeps ahead at least, with room for twice as much.
  ///
  /// So long may this process be held up without being heard. A flush takes it back, so it does not make stopping slower.
  public var buffer: Duration = .milliseconds(500)

  /// How much sound the server asks for at a time.
  public var period: Duration = .milliseconds(15)

  /// How much sound the server waits for before it starts, or starts again after a gap.
  ///
  /// At 0 a server lets the time of a gap eat what is written after it.
  public var prebuffer: Duration = .milliseconds(10)

  /// A Boolean value that indicates whether to wake server and program as seldom as can be: the server asks for a whole
  /// buffer at a time, and the stream is paused while there is nothing to play for long.
  ///
  /// PulseAudio begins 2 ms later after such a pause. PipeWire knows no requests of another size than its period, and
  /// begins a period or two later.
  public var isThrifty = false

  /// How long there has to be nothing to play before a thrifty stream is paused: longer than people take to answer.
  public var patience: Duration = .seconds(30)

  /// Further properties of the stream, such as `media.role`.
  public var properties: [String: String] = [:]

  /// Settings for a 48 kHz mono stream with half a second in the server's buffer.
  public init(name: String, sink: String? = nil) {
    self.name = name
    self.sink = sink
  }
}
