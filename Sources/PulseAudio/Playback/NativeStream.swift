import CPulse

/// A libpulse playback stream of 16-bit samples; used on the loop's thread only.
///
/// It asks for no automatic timing updates: they wake program and server for as long as a stream is open.
final class NativeStream {
  /// Called when the server wants more.
  var onWritable: (() -> Void)?
  /// Called once, when the server ends the stream or is lost.
  var onEnd: (() -> Void)?

  let frameSize: Int
  private let connection: PulseContext
  private let settings: PlaybackSettings
  private var stream: OpaquePointer?
  private var opening: CheckedContinuation<Result<Void, PulseError>, Never>?
  private var requests = RequestSizes()

  init(_ settings: PlaybackSettings, on connection: PulseContext) {
    self.settings = settings
    self.connection = connection
    frameSize = Int(settings.channels) * MemoryLayout<Int16>.size
  }

  /// The purpose of the stream, for errors.
  var request: String {
    "play on \(settings.sink.map { "sink \($0)" } ?? "the default sink")"
  }

  /// The stream, for as long as the server plays it.
  private var ready: OpaquePointer? {
    guard connection.ready != nil, let stream, pa_stream_get_state(stream) == PA_STREAM_READY else { return nil }
    return stream
  }

  var isReady: Bool {
    ready != nil
  }

  /// The stream's number among the server's sink inputs.
  var index: UInt32? { ready.map { pa_stream_get_index($0) } }

  /// The time with nothing to play after which the stream is corked; nil: never.
  var patience: Duration? { settings.isThrifty ? settings.patience : nil }

  nonisolated(nonsending) func open() async throws(PulseError) {
    guard let context = connection.ready else { throw .disconnected(request: request) }
    var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: settings.rate, channels: settings.channels)
    let stream = settings.properties.withPropertyList {
      pa_stream_new_with_proplist(context, settings.name, &format, nil, $0)
    }
    guard let stream else { throw connection.failure(of: request) }
    self.stream = stream
    let userdata = Unmanaged.passUnretained(self).toOpaque()
    pa_stream_set_state_callback(stream, streamStateChanged, userdata)
    pa_stream_set_write_callback(stream, streamIsWritable, userdata)
    guard connect(stream) >= 0 else { throw connection.failure(of: request) }
    let timer = LoopTimer(context, on: connection.loop, after: PulseContext.requestTimeout) { [unowned self] in
      finishOpening(.failure(.timedOut(request: request)))
    }
    let result = await withCheckedContinuation { opening = $0 }
    timer?.cancel()
    try result.get()
    try checkDevice(stream)
  }

  private func connect(_ stream: OpaquePointer) -> Int32 {
    // The sink's latency has to be the period, however deep the buffer is, or the beginning would be late. PulseAudio takes
    // for it what two requests leave of the buffer; with early requests a server takes the size of a request.
    let (request, depth) =
      settings.isThrifty
      ? (settings.buffer, settings.buffer * 2 + settings.period) : (settings.period, settings.buffer * 2)
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: bytes(depth), prebuf: bytes(settings.prebuffer), minreq: bytes(request), fragsize: .max)
    var flags = PA_STREAM_START_UNMUTED.rawValue
    if !settings.isThrifty { flags |= PA_STREAM_EARLY_REQUESTS.rawValue }
    if settings.sink != nil { flags |= PA_STREAM_DONT_MOVE.rawValue }
    // Otherwise the server restores the volume that the last stream of this name had.
    var volume = Volume(levels: .init(repeating: Volume.normal.levels[0], count: Int(settings.channels))).native
    return pa_stream_connect_playback(
      stream, settings.sink, &buffer, pa_stream_flags_t(rawValue: flags), &volume, nil)
  }

  /// PipeWire plays on the default sink where the one that was named does not exist.
  private func checkDevice(_ stream: OpaquePointer) throws(PulseError) {
    guard let sink = settings.sink, String(pa_stream_get_device_name(stream)) != sink else { return }
    let code = Int32(PA_ERR_NOENTITY.rawValue)
    throw .refused(request: request, code: code, reason: String(pa_strerror(code)))
  }

  private func bytes(_ duration: Duration) -> UInt32 {
    UInt32(duration.microseconds * UInt64(settings.rate) / 1_000_000) * UInt32(frameSize)
  }

  /// The number of samples that the server has room for.
  var writableSamples: Int {
    guard let ready else { return 0 }
    let bytes = pa_stream_writable_size(ready)
    return bytes == .max ? 0 : bytes / frameSize * frameSize / MemoryLayout<Int16>.size
  }

  /// The number of samples that is worth a trip to the server: each trip wakes it, and it may ask more often.
  ///
  /// Never more than one request of a thrifty stream: more would have to wait for the second one.
  var batch: Int {
    let kept = ready.flatMap { pa_stream_get_buffer_attr($0) }.map { $0.pointee.tlength } ?? 0
    return Int(min(kept / 2, bytes(settings.buffer))) / MemoryLayout<Int16>.size
  }

  /// The number of samples of silence that bring the sound before them to the sink.
  ///
  /// A server waits for its prebuffer, and PipeWire for a whole period, which may be longer than the one asked for: its
  /// requests show its length.
  var paddingSamples: Int {
    if settings.isThrifty { return Int(bytes(settings.prebuffer)) / MemoryLayout<Int16>.size }
    let asked = ready.flatMap { pa_stream_get_buffer_attr($0) }.map { max($0.pointee.prebuf, $0.pointee.minreq) } ?? 0
    let needed = max(Int(max(asked, bytes(settings.prebuffer))), requests.smallest ?? 0)
    return needed / frameSize * frameSize / MemoryLayout<Int16>.size
  }

  func write(_ samples: ArraySlice<Int16>) throws(PulseError) {
    guard let ready else { throw .disconnected(request: request) }
    let result = samples.withUnsafeBytes { pa_stream_write(ready, $0.baseAddress, $0.count, nil, 0, PA_SEEK_RELATIVE) }
    guard result >= 0 else { throw connection.failure(of: request) }
    requests.fulfil(samples.count * MemoryLayout<Int16>.size)
  }

  /// Sends a request about this stream.
  func send<Value>(
    _ name: String, _ send: (_ stream: OpaquePointer, _ userdata: UnsafeMutableRawPointer) -> OpaquePointer?
  ) -> PulseOperation<Value> {
    let name = "\(name) (\(request))"
    guard let ready else { return PulseOperation(name, failed: .disconnected(request: name), on: connection) }
    return PulseOperation(name, on: connection) { send(ready, $1) }
  }

  /// Ends the stream; libpulse calls nothing more.
  func close() {
    onWritable = nil
    onEnd = nil
    guard let stream else { return }
    pa_stream_set_state_callback(stream, nil, nil)
    pa_stream_set_write_callback(stream, nil, nil)
    if pa_stream_get_state(stream) == PA_STREAM_READY { pa_stream_disconnect(stream) }
    pa_stream_unref(stream)
    self.stream = nil
  }

  fileprivate func isWritable(_ bytes: Int) {
    requests.note(total: bytes)
    onWritable?()
  }

  fileprivate func stateChanged() {
    guard let stream else { return }
    switch pa_stream_get_state(stream) {
    case PA_STREAM_READY:
      finishOpening(.success(()))
    case PA_STREAM_FAILED, PA_STREAM_TERMINATED:
      finishOpening(.failure(connection.failure(of: request)))
      onEnd?()
    default:
      break
    }
  }

  private func finishOpening(_ result: Result<Void, PulseError>) {
    opening?.resume(returning: result)
    opening = nil
  }
}

private func streamStateChanged(_ stream: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) {
  guard let userdata else { return }
  Unmanaged<NativeStream>.fromOpaque(userdata).takeUnretainedValue().stateChanged()
}

private func streamIsWritable(_ stream: OpaquePointer?, _ bytes: Int, _ userdata: UnsafeMutableRawPointer?) {
  guard let userdata else { return }
  Unmanaged<NativeStream>.fromOpaque(userdata).takeUnretainedValue().isWritable(bytes)
}

// Requests about the stream. A call sends the request, in the order of the calls; the answer may be awaited afterwards.
extension NativeStream {
  /// Pauses the stream, or resumes it.
  func cork(_ isCorked: Bool) -> PulseOperation<Void> {
    send(isCorked ? "pause" : "go on") { pa_stream_cork($0, isCorked ? 1 : 0, streamRequestDone, $1) }
  }

  /// Drops the frames that the server has not played.
  func flush() -> PulseOperation<Void> {
    send("flush") { pa_stream_flush($0, streamRequestDone, $1) }
  }

  /// Requests the position of the stream.
  func timing() -> PulseOperation<StreamTiming> {
    send("ask for the play time") { pa_stream_update_timing_info($0, streamTimingCame, $1) }
  }
}

private func streamRequestDone(_ stream: OpaquePointer?, _ success: Int32, _ userdata: UnsafeMutableRawPointer?) {
  PulseOperation<Void>.receive(success: success, userdata)
}

private func streamTimingCame(_ stream: OpaquePointer?, _ success: Int32, _ userdata: UnsafeMutableRawPointer?) {
  guard let request = PulseOperation<StreamTiming>.from(userdata) else { return }
  guard success != 0, let info = pa_stream_get_timing_info(stream), let format = pa_stream_get_sample_spec(stream)
  else { return request.fail(request.connection.failure(of: request.name)) }
  request.succeed(StreamTiming(info.pointee, format: format.pointee))
}

/// The sizes of a server's requests, in bytes.
///
/// It requests the amount that the sink has taken, which makes the smallest request the sink's period; several periods come
/// as one request when the server or this program was held up.
struct RequestSizes: Equatable {
  /// The number of requests after which a longer period is known.
  private static let kept = 8

  private var sizes: [Int] = []
  /// Below 0 when more was written than requested, such as silence at the end.
  private var unfulfilled = 0

  /// The smallest of the latest requests; nil while none is known.
  var smallest: Int? { sizes.min() }

  /// Notes a request, given as the total for which the server now waits.
  mutating func note(total: Int) {
    let size = total - unfulfilled
    unfulfilled = total
    guard size > 0 else { return }
    sizes.append(size)
    sizes.removeFirst(max(0, sizes.count - Self.kept))
  }

  /// Notes the size of a write.
  mutating func fulfil(_ bytes: Int) {
    unfulfilled -= bytes
  }
}
