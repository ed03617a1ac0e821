import TestSupport
import Testing

@testable import Scripts
@testable import SpeechSynthesis

struct CastingTests {
  private static let installed = ["en-us", "de", "en-gb"]

  /// Knows three languages and every variant of the table.
  private static func resolve(_ name: String) throws(SpeechError) -> Voice {
    let parts = name.split(separator: "+").map(String.init)
    let variant = parts.count == 2 ? parts[1] : nil
    guard let language = parts.first, installed.contains(language),
      CastingVoice.all.contains(where: { $0.variant == variant }) || variant == "other"
    else { throw .unknownVoice(name: name, nearest: []) }
    return Voice(name: name, identifier: name, languages: [language], gender: .male, variant: variant)
  }

  private func voices(
    _ text: String, overrides: [String: String] = [:], locale: String = "en_US.UTF-8"
  ) throws -> [String] {
    let script = try ScriptReader.read(text)
    let casting = Casting(overrides: overrides, environment: ["LANG": locale])
    let cast = try casting.cast(script) { name throws(SpeechError) in try Self.resolve(name) }
    #expect(cast.quotes == script.quotes)
    return cast.cast.map { member in
      [member.settings.voice ?? "none", member.settings.pitch.map(String.init)].compactMap(\.self).joined(
        separator: "/")
    }
  }

  private func lines(_ names: [String]) -> String { names.map { "\($0): x\n" }.joined() }

  @Test func givesEverybodyAVoiceOfTheirOwn() throws {
    let names = (1...9).map { "S\($0)" }
    let found = try voices(lines(names))
    #expect(found.prefix(4) == ["en-us", "en-us+f5", "en-us+david", "en-us+Nguyen"])
    #expect(Set(found).count == 9)
    #expect(try voices(lines(names)) == found)
    #expect(try voices(lines(names.reversed())) == found, "the names do not matter")
    #expect(try voices(lines(Array(names.prefix(5)))) == Array(found.prefix(5)), "who comes later does not matter")
  }

  @Test func keepsTheFirstVoicesFarApart() {
    var script = Script(cast: [], quotes: [])
    script.cast = (1...5).map { CastMember(name: "S\($0)") }
    do {
      let cast = try Casting(environment: ["LANG": "C"]).cast(script) { name throws(SpeechError) in
        try Self.resolve(name)
      }
      let pitches = cast.cast.map { member in
        let variant = member.settings.voice?.split(separator: "+").dropFirst().first.map(String.init)
        return CastingVoice.all.first { $0.variant == variant }?.octaves(pitch: member.settings.pitch) ?? 0
      }.sorted()
      for (lower, higher) in zip(pitches, pitches.dropFirst()) { #expect(higher - lower > 3.0 / 12) }
    } catch {
      Issue.record(error)
    }
  }

  @Test func usesVoicesAgainWithOtherPitches() throws {
    let found = try voices(lines((1...60).map { "S\($0)" }))
    let all = CastingVoice.all.count
    #expect(Set(found.prefix(5 * all)).count == 5 * all)
    #expect(found.prefix(all).allSatisfy { !$0.contains("/") })
    #expect(found[all..<5 * all].allSatisfy { $0.contains("/") })
    #expect(found.suffix(60 - 5 * all).allSatisfy { !$0.contains("/") })
  }

  @Test func keepsAwayFromVoicesThatTheScriptNames() throws {
    #expect(try voices("@cast B voice=en-gb\nA: x\nB: y") == ["en-us+f5", "en-gb"])
    #expect(try voices("@cast B voice=de+steph\nA: x\nB: y") == ["en-us", "de+steph"])
    #expect(try voices("@cast B voice=de+other\nA: x\nB: y") == ["en-us", "de+other"])
  }

  @Test func keepsWhatTheScriptSets() throws {
    #expect(try voices("@cast A pitch=80 rate=99\nA: x\nB: y") == ["en-us/80", "en-us+david"])
  }

  @Test func speaksTheLanguageOfTheScriptOrTheUser() throws {
    #expect(try voices("@cast B language=de\nA: x\nB: y") == ["en-us", "de+f5"])
    #expect(try voices("A: x", locale: "de_AT.UTF-8") == ["de"])
    #expect(try voices("A: x", locale: "xx_YY.UTF-8") == ["en-us"])
  }

  @Test func letsTheUserCast() throws {
    let text = "@cast A voice=nonsense\nA: x\nB: y"
    #expect(try voices(text, overrides: ["A": "de", "B": "en-gb+f5"]) == ["de", "en-gb+f5"])
  }

  @Test func refusesUnknownVoices() {
    #expect(throws: CastingError.voice(speaker: "A", .unknownVoice(name: "zz", nearest: []))) {
      try voices("A: x", overrides: ["A": "zz"])
    }
    #expect(throws: CastingError.unknownSpeaker(name: "Alicia", nearest: ["Alice"])) {
      try voices("Alice: x", overrides: ["Alicia": "de"])
    }
    let unknown = { (name: String) in SpeechError.unknownVoice(name: name, nearest: []).description }
    #expect(
      throws: CastingError.script(
        ScriptErrors([
          ScriptError(line: 1, column: 9, message: unknown("zz")),
          ScriptError(line: 2, column: 17, message: unknown("qq")),
        ]))
    ) { try voices("@cast A voice=zz\n@cast B rate=99 language=qq\nA: x\nB: y") }
  }

  @Test func isMeasuredToBeToldApart() {
    let heights = CastingVoice.all.map { $0.octaves(pitch: nil) }.sorted()
    for (lower, higher) in zip(heights, heights.dropFirst()) { #expect(higher - lower > 1.8 / 12) }
  }

  @Test func hasOnlyInstalledVoices() throws {
    for voice in CastingVoice.all {
      let name = voice.variant.map { "en-us+\($0)" } ?? "en-us"
      #expect(
        try SpeechRenderer(executable: BuiltPrograms.speakcall).check(SpeechSettings(voice: name)).variant
          == voice.variant)
    }
  }
}
