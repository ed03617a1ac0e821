import CPulse

// What is asked of the server about a stream. Sent when called, in this order; the answers may be awaited afterwards.
extension NativeStream {
  /// Pauses the stream, or lets it go on.
  func cork(_ isCorked: Bool) -> Request<Void> {
    send(isCorked ? "pause" : "go on") { pa_stream_cork($0, isCorked ? 1 : 0, streamRequestDone, $1) }
  }

  /// Drops what the server has not played.
  func flush() -> Request<Void> {
    send("flush") { pa_stream_flush($0, streamRequestDone, $1) }
  }

  /// Asks where the stream stands.
  func timing() -> Request<StreamTiming> {
    send("ask for the play time") { pa_stream_update_timing_info($0, streamTimingCame, $1) }
  }
}

private func streamRequestDone(_ stream: OpaquePointer?, _ success: Int32, _ userdata: UnsafeMutableRawPointer?) {
  Request<Void>.receive(success: success, userdata)
}

private func streamTimingCame(_ stream: OpaquePointer?, _ success: Int32, _ userdata: UnsafeMutableRawPointer?) {
  guard let request = Request<StreamTiming>.from(userdata) else { return }
  guard success != 0, let info = pa_stream_get_timing_info(stream), let format = pa_stream_get_sample_spec(stream)
  else { return request.fail(request.connection.failure(of: request.name)) }
  request.succeed(StreamTiming(info.pointee, format: format.pointee))
}
