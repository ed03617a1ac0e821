import Testing

@testable import SpeakCallCommands
@testable import SpeechSynthesis

struct VoicesViewTests {
  @Test func namesAreWhatTheOptionTakes() throws {
    let english = try InstalledVoices.list(language: "en-us")
    #expect(VoicesView(voices: english).lines.first?.hasSuffix(" English (America), male") == true)
    #expect(VoicesView(voices: english).lines.first?.hasPrefix("en-us ") == true)
    let variants = VoicesView(voices: try InstalledVoices.list(language: "variant")).lines
    #expect(variants.contains { $0.hasPrefix("+f3 ") })
  }

  @Test func anUnknownLanguageHasNone() throws {
    #expect(VoicesView(voices: try InstalledVoices.list(language: "xx")).lines.isEmpty)
  }
}
