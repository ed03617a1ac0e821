import SystemSupport

/// What was found out about the installed voices, kept from one engine to the next: to ask espeak-ng for its list takes
/// 370 files, and to measure a voice takes a sentence, together two thirds of an engine's start.
struct VoiceCache: Sendable {
  /// The name of the file in the folder of the state.
  static let name = "voices"
  private static let limit = 1 << 20

  /// The installation that this is true of, see ``VoiceInstallation``.
  let installation: String

  /// The installed voices.
  let catalogue: VoiceCatalogue

  /// The active levels that were measured, in dBFS, NaN for a voice that says nothing; by what they depend on.
  private var levels: [String: Double] = [:]

  /// More than this many are not kept: nobody uses as many, and the file stays small.
  private static let mostLevels = 1000

  init(installation: String, catalogue: VoiceCatalogue) {
    self.installation = installation
    self.catalogue = catalogue
  }

  /// Returns the active level with settings, in dBFS, NaN for a voice that says nothing; `nil` if it was not measured.
  func level(with settings: SpeechSettings) -> Double? { levels[Self.key(settings)] }

  /// Notes the active level with settings; returns a Boolean value that indicates whether it was not known.
  mutating func note(_ level: Double, with settings: SpeechSettings) -> Bool {
    guard self.level(with: settings) == nil else { return false }
    if levels.count == Self.mostLevels { levels = [:] }
    levels[Self.key(settings)] = level
    return true
  }

  /// A voice is up to 2 dB louder or softer with another pitch, and half as much at another rate.
  private static func key(_ settings: SpeechSettings) -> String {
    let rate = settings.rate ?? SpeechSettings.defaultRate
    return "\(settings.voice ?? "") \(rate) \(settings.pitch ?? SpeechSettings.defaultPitch)"
  }

  /// Returns what is kept in a folder about an installation; `nil` if there is nothing, or nothing that can be used.
  static func read(from folder: String, for installation: String) -> VoiceCache? {
    do {
      guard let bytes = try OwnFolder.open(folder)?.readBytes(name, limit: limit) else { return nil }
      var reader = MessageReader(bytes)
      let cache = try VoiceCache(&reader)
      return cache.installation == installation ? cache : nil
    } catch {
      // Whatever is wrong with it, it is made anew.
      return nil
    }
  }

  /// Keeps it in a folder.
  func write(to folder: String) {
    var writer = MessageWriter()
    put(into: &writer)
    // What is not kept is found out again.
    do { try OwnFolder.make(folder).writeCache(writer.bytes, to: Self.name) } catch {}
  }
}

extension VoiceCache {
  func put(into writer: inout MessageWriter) {
    writer.put(installation)
    EngineReply.put(catalogue, into: &writer)
    writer.put(levels.sorted { $0.key < $1.key }) { writer, level in
      writer.put(level.key)
      writer.put(level.value)
    }
  }

  init(_ reader: inout MessageReader) throws(MalformedMessage) {
    self.init(installation: try reader.string(), catalogue: try EngineReply.catalogue(&reader))
    let measured = try reader.array { (reader) throws(MalformedMessage) in (try reader.string(), try reader.double()) }
    levels = Dictionary(measured) { $1 }
  }
}
