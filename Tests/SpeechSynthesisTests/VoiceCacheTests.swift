import Foundation
import TestSupport
import Testing

@testable import SpeechSynthesis

@Suite struct VoiceCacheTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private var folder: String { temporary.path }

  private var file: String { "\(folder)/\(VoiceCache.name)" }

  @Test func speechWithTheCacheIsThatWithoutIt() async throws {
    let settings = SpeechSettings(voice: "de+f2", rate: 140, pitch: 70)
    let plain = try await TestEngine.speech().play("Guten Tag, 12 mal.", settings: settings)
    for isKept in [false, true] {
      #expect(FileManager.default.fileExists(atPath: file) == isKept)
      let speech = TestEngine.speech(cache: folder)
      #expect(try await speech.play("Guten Tag, 12 mal.", settings: settings).map(\.samples) == plain.map(\.samples))
      #expect(try await speech.voices(language: nil) == TestEngine.speech().voices(language: nil))
      #expect(try await speech.voices(language: "variant") == TestEngine.speech().voices(language: "variant"))
    }
  }

  @Test func whatIsKeptIsNotFoundOutAgain() async throws {
    _ = try await TestEngine.speech(cache: folder).begin("Hello.")
    let before = try Data(contentsOf: URL(filePath: file))
    var reader = MessageReader(ArraySlice(before))
    var kept = try VoiceCache(&reader)
    let american = SpeechSettings(voice: "gmw/en-US")
    #expect(kept.level(with: american).map { (-30 ... -10).contains($0) } == true)
    #expect(kept.level(with: SpeechSettings(voice: "gmw/en-US", pitch: 51)) == nil)

    // A voice and a level that no installation has show where they came from.
    kept = VoiceCache(
      installation: kept.installation,
      catalogue: VoiceCatalogue(entries: kept.catalogue.entries.suffix(2), variants: [], unusable: []))
    let voice = try #require(kept.catalogue.voices.first)
    _ = kept.note(-55, with: SpeechSettings(voice: voice.identifier))
    kept.write(to: folder)
    let speech = TestEngine.speech(cache: folder)
    #expect(try await speech.voices(language: nil).count == 2)
    #expect(try await speech.begin("Hello.", settings: SpeechSettings(voice: voice.identifier)).voiceLevel == -55)
  }

  @Test(arguments: ["", "nothing of the kind", String(repeating: "\u{1}", count: 3 << 20)])
  func aDamagedFileIsMadeAnew(text: String) async throws {
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    _ = try await TestEngine.speech(cache: folder).begin("Hello.")
    var reader = MessageReader(ArraySlice(try Data(contentsOf: URL(filePath: file))))
    #expect(try VoiceCache(&reader).catalogue.entries.count > 100)
  }

  @Test func aFolderThatCannotBeWrittenCostsNothingButTime() async throws {
    let speech = TestEngine.speech(cache: "/proc/speakcall")
    #expect(try await !speech.speak("Hello.").isEmpty)
  }

  @Test func aVoiceThatIsInstalledLaterIsFound() async throws {
    let data = "\(folder)/data/espeak-ng-data"
    try FileManager.default.createDirectory(atPath: "\(folder)/data", withIntermediateDirectories: true)
    let installed = try await Self.installedData()
    try FileManager.default.copyItem(atPath: installed, toPath: data)
    let environment = ["LANG": "C", "ESPEAK_DATA_PATH": "\(folder)/data"]
    let speech = TestEngine.speech(cache: folder, environment: environment)
    _ = try await speech.begin("Hello.")
    let voices = try await speech.voices(language: nil)
    let voice = "name Newcomer\nlanguage en-x-newcomer\n"
    try voice.write(toFile: "\(data)/lang/gmw/en-newcomer", atomically: true, encoding: .utf8)
    let later = try await TestEngine.speech(cache: folder, environment: environment).voices(language: nil)
    #expect(Set(later.map(\.name)).subtracting(voices.map(\.name)) == ["Newcomer"])
  }

  /// The folder of the voice data, as the engine's stamp of it begins.
  private static func installedData() async throws -> String {
    let folder = try TemporaryFolder()
    _ = try await TestEngine.speech(cache: folder.path).begin("Hello.")
    var reader = MessageReader(ArraySlice(try Data(contentsOf: URL(filePath: "\(folder.path)/\(VoiceCache.name)"))))
    let lines = try VoiceCache(&reader).installation.split(separator: "\n")
    return String(try #require(lines.first { $0.contains("espeak-ng-data") }?.split(separator: " ").first))
  }
}
