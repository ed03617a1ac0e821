/// The frames of a playback stream, in its own count, which leaves out the silence that was added for the server.
struct FrameCount: Equatable {
  /// Silence that was written after the frames of a drain; `start` is in the server's count.
  private struct Padding: Equatable {
    let start: Int
    let frames: Int
  }

  /// Frames written, less those that a flush took back.
  private(set) var written = 0
  /// The highest number of written frames that are known to have been played.
  private(set) var played = 0
  private var paddings: [Padding] = []
  /// The difference between the server's count and this one when the first padding in the list was written.
  private var surplus = 0

  /// The server's number for the frame after the last one written, before any padding that follows it.
  var end: Int {
    let next = written + surplus + paddings.reduce(0) { $0 + $1.frames }
    guard let last = paddings.last, last.start + last.frames == next else { return next }
    return last.start
  }

  /// Returns the number of written frames among the first `count` of the server.
  func own(_ count: Int) -> Int {
    paddings.reduce(count - surplus) { $0 - max(0, min($1.frames, count - $1.start)) }
  }

  mutating func write(_ frames: Int) {
    written += frames
  }

  mutating func pad(_ frames: Int) {
    let start = written + surplus + paddings.reduce(0) { $0 + $1.frames }
    paddings.append(Padding(start: start, frames: frames))
  }

  /// Notes that the first `count` frames of the server have been played.
  mutating func play(_ count: Int) {
    played = max(played, min(own(count), written))
    forgetPaddings(before: count)
  }

  /// Forgets the paddings that lie within the first `count` frames of the server.
  mutating func forgetPaddings(before count: Int) {
    while let first = paddings.first, first.start + first.frames <= count {
      surplus += first.frames
      paddings.removeFirst()
    }
  }

  /// Takes back what the server had not taken when it was flushed.
  mutating func flush(_ timing: StreamTiming) {
    written = min(written, own(timing.read))
    surplus = timing.written - written
    paddings = []
  }
}
