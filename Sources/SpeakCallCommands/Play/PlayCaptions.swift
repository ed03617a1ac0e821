import SpeakCallAgent
import SpeakCallKit

/// The captions of a play, written as it is heard.
struct PlayCaptions: ~Copyable {
  private var writer: CaptionWriter
  private var track: CaptionTrack
  private let path: String

  init(path: String) throws(Failure) {
    self.path = path
    do throws(CaptionError) { writer = try CaptionWriter(path: path) } catch {
      switch error {
      case .unknownFormat:
        throw .usage("'\(path)' is no name for captions, which end in .vtt or .srt", command: "play")
      case .file(let error): throw Failure(.cannotCreate, error.description, next: error.remedy)
      }
    }
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
      throw Failure(.cannotCreate, error.description, next: error.remedy)
    }
  }
}
