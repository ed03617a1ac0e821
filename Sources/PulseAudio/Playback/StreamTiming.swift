import CPulse

/// The position of a playback stream at one moment, in frames of the server's count.
///
/// A frame counts as read when the sink takes it; the sink plays it `sinkLatency` later. In a gap the count of read
/// frames stands still, while silence goes into the sink.
struct StreamTiming: Sendable, Equatable {
  /// Frames that came into the server's buffer and were not flushed out of it.
  var written: Int
  /// Frames that the sink has taken.
  var read: Int
  /// Frames from the sink's input to the loudspeaker, less those that passed while the answer was on its way.
  var sinkLatency: Int
  /// Frames of silence since the last frame that was taken; nil while the stream plays.
  var silence: Int?

  /// Frames that the sink has taken, but not yet played.
  private var inSink: Int {
    max(0, sinkLatency - (silence ?? 0))
  }

  /// Frames that have been played.
  var played: Int {
    max(0, read - inSink)
  }

  /// Frames from now until the first `count` frames have been played, if nothing holds the stream up.
  func remaining(until count: Int) -> Int {
    count > read ? count - read + sinkLatency : max(0, count - played)
  }
}

extension StreamTiming {
  init(_ info: pa_timing_info, format: pa_sample_spec) {
    let frameSize = withUnsafePointer(to: format) { pa_frame_size($0) }
    let latency = Int64(info.sink_usec) - Int64(info.transport_usec)
    written = Int(info.write_index) / frameSize
    read = Int(info.read_index) / frameSize
    sinkLatency = Int(max(0, latency) * Int64(format.rate) / 1_000_000)
    // Below 0: nothing has been played since the stream was opened or flushed.
    let silence = info.since_underrun < 0 ? .max : Int(info.since_underrun) / frameSize
    self.silence = info.playing != 0 ? nil : silence
  }
}
