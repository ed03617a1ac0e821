import Testing

@testable import SpeechSynthesis

struct VoiceTests {
  @Test(
    arguments: [
      ([:], ["en-us"]),
      (["LANG": "C"], ["en-us"]),
      (["LANG": "C.UTF-8"], ["en-us"]),
      (["LANG": "POSIX"], ["en-us"]),
      (["LANG": "de_DE.UTF-8"], ["de-de", "de", "en-us"]),
      (["LANG": "sr_RS@latin"], ["sr-rs", "sr", "en-us"]),
      (["LANG": "eo"], ["eo", "en-us"]),
      (["LANG": "en_US.UTF-8"], ["en-us", "en"]),
      (["LANG": "de_DE", "LC_MESSAGES": "fr_FR"], ["fr-fr", "fr", "en-us"]),
      (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "it_IT"], ["it-it", "it", "en-us"]),
      (["LANG": "de_DE", "LC_ALL": ""], ["de-de", "de", "en-us"]),
      (["LANG": ".UTF-8"], ["en-us"]),
    ] as [([String: String], [String])])
  func defaultFollowsTheLocale(environment: [String: String], tags: [String]) {
    #expect(Voice.defaults(environment: environment) == tags)
  }
}

struct VoiceCatalogueTests {
  private let catalogue = VoiceCatalogue(
    entries: [
      entry("English (Scotland)", "gmw/en-GB-scotland", ["en-gb-scotland": 5, "en": 4]),
      entry("English (Great Britain)", "gmw/en", ["en-gb": 2, "en": 2]),
      entry("English (America)", "gmw/en-US", ["en-us": 2, "en": 3]),
      entry("German", "gmw/de", ["de": 5]),
    ],
    variants: [
      .init(file: "steph", name: "Steph", gender: .female), .init(file: "f3", name: "female3", gender: .female),
    ],
    unusable: ["mb-us1"])

  private static func entry(_ name: String, _ identifier: String, _ languages: [String: Int]) -> VoiceCatalogue.Entry {
    let tags = languages.sorted { $0.value < $1.value }.map(\.key)
    return .init(
      voice: Voice(name: name, identifier: identifier, languages: tags, gender: .male, variant: nil),
      priorities: languages)
  }

  @Test(arguments: [
    ("en", "gmw/en"), ("en-gb", "gmw/en"), ("en_US", "gmw/en-US"), ("EN-us", "gmw/en-US"), ("de_AT", "gmw/de"),
    ("de-Latn-CH", "gmw/de"), ("en_AU.UTF-8", "gmw/en"), ("english (america)", "gmw/en-US"), ("gmw/de", "gmw/de"),
    ("en-us+steph", "gmw/en-US+steph"), ("de+Female3", "gmw/de+f3"), ("German+F3", "gmw/de+f3"),
  ])
  func resolves(name: String, identifier: String) throws {
    #expect(try catalogue.resolve(name).identifier == identifier)
  }

  @Test(arguments: ["", "+", "+f3", "xx", "en-nosuch", "../de", "gmw/../gmw/de", "germane+f3"])
  func refusesUnknownVoices(name: String) {
    #expect {
      try catalogue.resolve(name)
    } throws: { error in
      if case .unknownVoice(name, _)? = error as? SpeechError { true } else { false }
    }
  }

  @Test func suggestsTheNearestNames() {
    #expect(throws: SpeechError.unknownVoice(name: "Germin", nearest: ["German"])) { try catalogue.resolve("Germin") }
    #expect(throws: SpeechError.unknownVariant(name: "stef", nearest: ["Steph", "steph"])) {
      try catalogue.resolve("de+stef")
    }
    #expect(throws: SpeechError.unknownVoice(name: "en-nosuch", nearest: ["en", "en-gb", "en-us"])) {
      try catalogue.resolve("en-nosuch")
    }
  }

  @Test func saysWhatAVoiceNeeds() {
    #expect(
      throws: SpeechError.unusableVoice(
        name: "mb-us1", reason: "it needs the program mbrola, which is not started for safety")
    ) {
      try catalogue.resolve("mb-us1")
    }
  }

  @Test func listsALanguageWithItsDialects() {
    #expect(catalogue.list(language: nil).count == 4)
    #expect(catalogue.list(language: "en").count == 3)
    #expect(catalogue.list(language: "en_GB").map(\.identifier) == ["gmw/en-GB-scotland", "gmw/en"])
    #expect(catalogue.list(language: "variant").map(\.identifier) == ["+steph", "+f3"])
  }
}
