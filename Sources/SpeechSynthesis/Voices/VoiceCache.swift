import CEspeakNG
import Glibc
import SystemSupport

/// The list of installed voices and their levels, kept from one engine to the next.
///
/// Listing the voices reads 370 files, and measuring a level speaks some digits: two thirds of an engine's start.
struct VoiceCache: Sendable {
  /// The name of the file in the state folder.
  static let name = "voices"
  private static let limit = 1 << 20

  /// The stamp of the installation that the cache is valid for, see ``VoiceInstallation``.
  let installation: String

  /// The installed voices.
  let catalogue: VoiceCatalogue

  /// The measured active levels in dBFS, NaN for a silent voice, by voice, rate and pitch.
  private var levels: [String: Double] = [:]

  /// The maximum number of levels, which keeps the file small.
  private static let mostLevels = 1000

  init(installation: String, catalogue: VoiceCatalogue) {
    self.installation = installation
    self.catalogue = catalogue
  }

  /// Returns the active level in dBFS, NaN for a silent voice; `nil` if it is not known.
  func level(with settings: SpeechSettings) -> Double? { levels[Self.key(settings)] }

  /// Adds the active level for settings; returns whether it is new.
  mutating func note(_ level: Double, with settings: SpeechSettings) -> Bool {
    guard self.level(with: settings) == nil else { return false }
    if levels.count == Self.mostLevels { levels = [:] }
    levels[Self.key(settings)] = level
    return true
  }

  /// Returns the values that a level depends on: another pitch changes it by up to 2 dB, another rate by up to 1 dB.
  private static func key(_ settings: SpeechSettings) -> String {
    let rate = settings.rate ?? SpeechSettings.defaultRate
    return "\(settings.voice ?? "") \(rate) \(settings.pitch ?? SpeechSettings.defaultPitch)"
  }

  /// Reads the cache of an installation; `nil` if there is none or it is unusable.
  static func read(from folder: String, for installation: String) -> VoiceCache? {
    do {
      guard let bytes = try OwnFolder.open(folder)?.readBytes(name, limit: limit) else { return nil }
      var reader = MessageReader(bytes)
      let cache = try VoiceCache(&reader)
      return cache.installation == installation ? cache : nil
    } catch {
      // An unreadable cache is not reported, because the engine replaces it.
      return nil
    }
  }

  /// Writes the cache to a folder.
  func write(to folder: String) {
    var writer = MessageWriter()
    put(into: &writer)
    // A failure is not reported, because it costs the next engine only time.
    do { try OwnFolder.make(folder).writeCache(writer.bytes, to: Self.name) } catch {}
  }
}

extension VoiceCache {
  /// Writes the cache into a message or its file.
  func put(into writer: inout MessageWriter) {
    writer.put(installation)
    catalogue.put(into: &writer)
    writer.put(levels.sorted { $0.key < $1.key }) { writer, level in
      writer.put(level.key)
      writer.put(level.value)
    }
  }

  /// Reads the cache.
  init(_ reader: inout MessageReader) throws(MalformedMessage) {
    self.init(installation: try reader.string(), catalogue: try VoiceCatalogue(&reader))
    let measured = try reader.array { (reader) throws(MalformedMessage) in (try reader.string(), try reader.double()) }
    levels = Dictionary(measured) { $1 }
  }
}

/// The installation of espeak-ng and its voices.
enum VoiceInstallation {
  /// The folder of voices and dictionaries; the library must be initialized.
  static var dataFolder: String {
    var path: UnsafePointer<CChar>?
    espeak_Info(&path)
    return path.map { String(cString: $0) } ?? ""
  }

  /// Returns a text that changes with the library, its voices and its dictionaries.
  ///
  /// Adding or replacing a file changes its folder, so only folders are looked at.
  static func stamp(of folder: String) -> String {
    let groups = ["lang", "voices"].map { "\(folder)/\($0)" }
    let folders = [folder] + groups + groups.flatMap(folders)
    let library = espeak_Info(nil).map { String(cString: $0) } ?? ""
    return ([Version.current, library] + folders.sorted().map(change)).joined(separator: "\n")
  }

  private static func folders(in folder: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var folders: [String] = []
    while let entry = readdir(entries) {
      if entry.pointee.d_type == UInt8(DT_DIR), !entry.name.hasPrefix(".") { folders.append("\(folder)/\(entry.name)") }
    }
    return folders
  }

  private static func change(_ path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "\(path) -" }
    return "\(path) \(status.st_ino) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
