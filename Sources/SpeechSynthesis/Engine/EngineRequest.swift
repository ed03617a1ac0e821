/// What the engine process is asked, see ``EngineProcess``.
///
/// The voice of the settings is an identifier from the list of voices.
enum EngineRequest {
  case prepare(SpeechSettings)
  case speak(text: String, settings: SpeechSettings)
  case cancel

  /// Bytes of text that surely fit one message.
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
