import AudioProcessing
import Scripts
import SpeechSynthesis

/// The captions of what is rendered, timed by the frames of the sound.
struct RenderedCaptions: ~Copyable {
  private var writer: CaptionWriter
  private var track: CaptionTrack
  private var speaker: String?
  /// The frame with which the utterance begins.
  private var start = 0
  /// The pieces of the text of which words may still come; the first one is in the track.
  private var pieces: [(base: Int, text: String)] = []

  init(path: String) throws(Failure) {
    let writer = try Self.open(path)
    track = CaptionTrack(for: writer.format)
    self.writer = writer
  }

  private static func open(_ path: String) throws(Failure) -> CaptionWriter {
    do { return try CaptionWriter(path: path, isReplacing: true) } catch { throw Failure(error, command: "render") }
  }

  /// Begins an utterance.
  mutating func begin(speaker: String?, at frame: Int) {
    self.speaker = speaker
    start = frame
    pieces = []
  }

  /// Adds a piece of its text.
  mutating func add(_ text: String, base: Int) {
    pieces.append((base, text))
    if pieces.count == 1 { track.begin(speaker: speaker, text: text, at: time(0)) }
  }

  /// Notes words; their frames are counted from the beginning of the utterance.
  mutating func hear(_ words: [SpeechBlock.Word]) throws(Failure) {
    for word in words {
      while pieces.count > 1, word.offset >= pieces[1].base {
        try write(track.end(at: time(word.frame)))
        pieces.removeFirst()
        track.begin(speaker: speaker, text: pieces[0].text, at: time(word.frame))
      }
      guard let piece = pieces.first else { continue }
      track.hear(offset: word.offset - piece.base, length: word.length, at: time(word.frame))
    }
  }

  /// Ends the utterance.
  mutating func end(at frame: Int) throws(Failure) {
    for (index, piece) in pieces.enumerated() {
      if index > 0 { track.begin(speaker: speaker, text: piece.text, at: time(frame - start)) }
      try write(track.end(at: time(frame - start)))
    }
  }

  /// Completes the file.
  mutating func finish() throws(Failure) {
    do { try writer.finish() } catch { throw Failure(writing: error) }
  }

  private mutating func write(_ cues: [CaptionCue]) throws(Failure) {
    do { for cue in cues { try writer.add(cue) } } catch { throw Failure(writing: error) }
  }

  private func time(_ frame: Int) -> Double { Double(start + frame) / Double(AudioFormat.sampleRate) }
}
