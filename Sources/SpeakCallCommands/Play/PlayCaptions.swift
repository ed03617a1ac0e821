import Scripts
import SystemSupport

/// The captions of a play, written as it is heard.
struct PlayCaptions: ~Copyable {
  private var writer: CaptionWriter
  private var track: CaptionTrack

  init(path: String) throws(Failure) {
    do throws(CaptionError) { writer = try CaptionWriter(path: path) } catch { throw Failure(error, command: "play") }
    track = CaptionTrack(for: writer.format)
  }

  /// Adds what was heard of a quote.
  mutating func add(_ heard: HeardQuote, of quotes: [Quote]) throws(Failure) {
    let quote = quotes[heard.quote]
    track.begin(speaker: quote.speaker, text: quote.text, at: heard.start)
    for word in heard.words { track.hear(offset: word.offset, length: word.length, at: word.start) }
    do throws(FileError) {
      for cue in track.end(at: heard.end, isWhole: heard.isWhole) { try writer.add(cue) }
    } catch {
      throw Failure(writing: error)
    }
  }
}
