import CPulse

/// One libpulse playback stream of 16-bit samples; used on the loop's thread only.
///
/// It asks for no automatic timing updates: they wake program and server for as long as a stream is open.
final class NativeStream {
  /// Called when the server wants more.
  var onWritable: (() -> Void)?
  /// Called once, when the server ends the stream or is lost.
  var onEnd: (() -> Void)?

  let frameSize: Int
  private let connection: Connection
  private let settings: PlaybackSettings
  private var stream: OpaquePointer?
  private var opening: CheckedContinuation<Result<Void, PulseError>, Never>?
  private var requests = RequestSizes()

  init(_ settings: PlaybackSettings, on connection: Connection) {
    self.settings = settings
    self.connection = connection
    frameSize = Int(settings.channels) * MemoryLayout<Int16>.size
  }

  /// What is being done here, for errors.
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

  /// Its number among the server's sink inputs.
  var index: UInt32? { ready.map { pa_stream_get_index($0) } }

  /// After how long with nothing to play it is paused; nil: never.
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
    let timer = LoopTimer(context, on: connection.loop, after: Connection.requestTimeout) { [unowned self] in
      finishOpening(.failure(.timedOut(request: request)))
    }
    let result = await withCheckedContinuation { opening = $0 }
    timer?.cancel()
    try result.get()
    try checkDevice(stream)
  }

  private func connect(_ stream: OpaquePointer) -> Int32 {
    // The sink's latency shall be the period, however deep the buffer is, or the beginning would be late. PulseAudio takes
    // for it what two requests leave of the buffer; with early requests a server takes the size of a request.
    let (request, depth) =
      settings.isThrifty
      ? (settings.buffer, settings.buffer * 2 + settings.period) : (settings.period, settings.buffer * 2)
    var buffer = pa_buffer_attr(
      maxlength: .max, tlength: bytes(depth), prebuf: bytes(settings.prebuffer), minreq: bytes(request), fragsize: .max)
    var flags = PA_STREAM_START_UNMUTED.rawValue
    if !settings.isThrifty { flags |= PA_STREAM_EARLY_REQUESTS.rawValue }
    if settings.sink != nil { flags |= PA_STREAM_DONT_MOVE.rawValue }
    // Otherwise the server brings back whatever volume a stream of this name had before.
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

  /// Samples that the server has room for.
  var writableSamples: Int {
    guard let ready else { return 0 }
    let bytes = pa_stream_writable_size(ready)
    return bytes == .max ? 0 : bytes / frameSize * frameSize / MemoryLayout<Int16>.size
  }

  /// Samples that are worth a trip to the server, for each wakes it, and it may ask more often.
  ///
  /// Never more than a thrifty stream is asked for at a time, or the second request would have to be waited for.
  var batch: Int {
    let kept = ready.flatMap { pa_stream_get_buffer_attr($0) }.map { $0.pointee.tlength } ?? 0
    return Int(min(kept / 2, bytes(settings.buffer))) / MemoryLayout<Int16>.size
  }

  /// Samples of silence that bring whatever came before them to the sink.
  ///
  /// A server waits for its prebuffer, and PipeWire for a whole period, which may be longer than the one asked for: its
  /// requests tell how long it is.
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
  ) -> Request<Value> {
    let name = "\(name) (\(request))"
    guard let ready else { return Request(name, failed: .disconnected(request: name), on: connection) }
    return Request(name, on: connection) { send(ready, $1) }
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
