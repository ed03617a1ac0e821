/// A request to the engine process, see ``EngineProcess``.
///
/// The voice of the settings is an identifier from the list of voices.
enum EngineRequest {
  case prepare(SpeechSettings)
  case speak(text: String, settings: SpeechSettings)
  case cancel

  /// The maximum number of bytes of text in one message.
  static let longestText = 65_536

  /// The voice and its parameters, if the request needs them.
  var settings: SpeechSettings? {
    switch self {
    case .prepare(let settings), .speak(_, let settings): settings
    case .cancel: nil
    }
  }

  var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .prepare(let settings):
      writer.put(1 as UInt8)
      Self.put(settings, into: &writer)
    case .speak(let text, let settings):
      writer.put(2 as UInt8)
      writer.put(text)
      Self.put(settings, into: &writer)
    case .cancel:
      writer.put(3 as UInt8)
    }
    return writer.bytes
  }

  init(_ bytes: ArraySlice<UInt8>) throws(MalformedMessage) {
    var reader = MessageReader(bytes)
    switch try reader.integer(UInt8.self) {
    case 1: self = .prepare(try Self.settings(&reader))
    case 2: self = .speak(text: try reader.string(), settings: try Self.settings(&reader))
    case 3: self = .cancel
    default: throw MalformedMessage()
    }
  }

  private static func put(_ settings: SpeechSettings, into writer: inout MessageWriter) {
    writer.put(settings.voice) { $0.put($1) }
    writer.put(settings.rate) { $0.put($1) }
    writer.put(settings.pitch) { $0.put($1) }
    writer.put(settings.isSSML)
    writer.put(settings.readsPhonemes)
  }

  private static func settings(_ reader: inout MessageReader) throws(MalformedMessage) -> SpeechSettings {
    var settings = SpeechSettings(
      voice: try reader.optional { (reader) throws(MalformedMessage) in try reader.string() },
      rate: try reader.optional { (reader) throws(MalformedMessage) in try reader.int() },
      pitch: try reader.optional { (reader) throws(MalformedMessage) in try reader.int() },
      isSSML: try reader.bool())
    settings.readsPhonemes = try reader.bool()
    return settings
  }
}

/// A reply of the engine process, see ``EngineProcess``.
enum EngineReply {
  /// The engine is ready; `isNew` means that the voices are not from the cache, `missing` lists absent ``Sandbox``
  /// features.
  case ready(VoiceCache, isNew: Bool, missing: [String])
  case started(voiceLevel: Double?)
  case chunk(SpeechChunk)
  case done
  case failed(SpeechError)

  var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .ready(let voices, let isNew, let missing):
      writer.put(1 as UInt8)
      voices.put(into: &writer)
      writer.put(isNew)
      writer.put(missing)
    case .started(let level):
      writer.put(2 as UInt8)
      writer.put(level) { $0.put($1) }
    case .chunk(let chunk):
      writer.put(3 as UInt8)
      Self.put(chunk, into: &writer)
    case .done:
      writer.put(4 as UInt8)
    case .failed(let error):
      writer.put(5 as UInt8)
      Self.put(error, into: &writer)
    }
    return writer.bytes
  }

  init(_ bytes: ArraySlice<UInt8>) throws(MalformedMessage) {
    var reader = MessageReader(bytes)
    switch try reader.integer(UInt8.self) {
    case 1:
      self = .ready(try VoiceCache(&reader), isNew: try reader.bool(), missing: try reader.strings())
    case 2:
      self = .started(voiceLevel: try reader.optional { (reader) throws(MalformedMessage) in try reader.double() })
    case 3: self = .chunk(try Self.chunk(&reader))
    case 4: self = .done
    case 5: self = .failed(try Self.error(&reader))
    default: throw MalformedMessage()
    }
  }

  private static func put(_ chunk: SpeechChunk, into writer: inout MessageWriter) {
    writer.put(chunk.samples)
    writer.put(chunk.sampleRate)
    writer.put(chunk.words) { writer, word in
      writer.put(word.offset)
      writer.put(word.length)
      writer.put(word.sample)
    }
    writer.put(chunk.endsClause)
  }

  private static func chunk(_ reader: inout MessageReader) throws(MalformedMessage) -> SpeechChunk {
    let samples = try reader.samples()
    let sampleRate = try reader.int()
    let words = try reader.array { (reader) throws(MalformedMessage) in
      SpeechChunk.Word(offset: try reader.int(), length: try reader.int(), sample: try reader.int())
    }
    guard (1_000...192_000).contains(sampleRate), words.allSatisfy({ (0...samples.count).contains($0.sample) }) else {
      throw MalformedMessage()
    }
    return SpeechChunk(samples: samples, sampleRate: sampleRate, words: words, endsClause: try reader.bool())
  }

  /// Writes an error of the engine; any other is sent as its description.
  private static func put(_ error: SpeechError, into writer: inout MessageWriter) {
    switch error {
    case .unusableVoice(let name, let reason):
      writer.put(1 as UInt8)
      writer.put(name)
      writer.put(reason)
    case .engineUnusable(let reason):
      writer.put(2 as UInt8)
      writer.put(reason)
    case .synthesisFailed(let reason):
      writer.put(3 as UInt8)
      writer.put(reason)
    case .engineDied(let reason, let lost):
      writer.put(4 as UInt8)
      writer.put(reason)
      writer.put(lost)
    default:
      writer.put(3 as UInt8)
      writer.put(error.description)
    }
  }

  private static func error(_ reader: inout MessageReader) throws(MalformedMessage) -> SpeechError {
    switch try reader.integer(UInt8.self) {
    case 1: .unusableVoice(name: try reader.string(), reason: try reader.string())
    case 2: .engineUnusable(reason: try reader.string())
    case 3: .synthesisFailed(reason: try reader.string())
    case 4: .engineDied(reason: try reader.string(), lost: try reader.string())
    default: throw MalformedMessage()
    }
  }
}
