import TestSupport
import Testing

@testable import SpeechSynthesis

struct SpokenFormTests {
  private func table(_ entries: [(String, String)], language: String = "en-us") throws -> PronunciationTable {
    PronunciationTable(
      PronunciationBook(try entries.map { try Pronunciation(word: $0.0, spoken: $0.1) }), language: language)
  }

  private func spoken(_ text: String, _ entries: [(String, String)], language: String = "en-us") throws -> String {
    try table(entries, language: language).spokenForm(of: text, limit: 65_536).text
  }

  @Test(arguments: [
    ("brb", "be right back"), ("I'll BRB, ok", "I'll be right back, ok"), ("brbs abrb brb2", "brbs abrb brb2"),
    ("(brb)", "(be right back)"), ("brb-brb", "be right back-be right back"), ("brb's", "be right back's"),
    ("can't", "can't"), ("C++ is", "C plus plus is"), ("New York.", "the city."), ("new yorker", "new yorker"),
    ("e.g. this", "for example this"), ("don't", "do not"), ("don", "gone"), ("ÄÖ", "umlauts"), ("東京へ", "tokyo へ"),
  ])
  func wholeWordsAreReplaced(text: String, expected: String) throws {
    let entries = [
      ("brb", "be right back"), ("t", "tee"), ("c++", "C plus plus"), ("new york", "the city"), ("e.g.", "for example"),
      ("don't", "do not"), ("don", "gone"), ("äö", "umlauts"), ("東京", "tokyo "),
    ]
    #expect(try spoken(text, entries).replacing("tokyoへ", with: "tokyo へ") == expected)
  }

  @Test func languageAndCaseDecide() throws {
    let book = PronunciationBook([
      try Pronunciation(word: "us", spoken: "all"), try Pronunciation(word: "US", spoken: "states", matchesCase: true),
      try Pronunciation(word: "us", spoken: "uns", language: "de"),
      try Pronunciation(word: "gb", spoken: "Britain", language: "en_GB"),
    ])
    func form(_ language: String) -> String {
      PronunciationTable(book, language: language).spokenForm(of: "us US Us gb", limit: 1000).text
    }
    #expect(form("en-us") == "all states all gb")
    #expect(form("de-at") == "uns uns uns gb")
    #expect(form("en-gb") == "all states all Britain")
    #expect(form("en-gbx") == "all states all gb")
  }

  @Test(arguments: [
    ("Siobhan's dog", "en-us", "[[SIv'O:nz]] dog"), ("Siobhan’s", "en", "[[SIv'O:nz]]"),
    ("Siobhan's", "de", "[[SIv'O:n]]'s"),
    ("Bert's", "en", "[[b3:ts]]"), ("Rose's", "en", "[[r'oUzI2z]]"), ("Siobhan [[x]]", "en", "[[SIv'O:n]]   x]]"),
  ])
  func phonemesAreMarked(text: String, language: String, expected: String) throws {
    let entries = [("Siobhan", "[[SIv'O:n]]"), ("Bert", "[[b3:t]]"), ("Rose", "[[r'oUz]]")]
    let form = try table(entries, language: language).spokenForm(of: text, limit: 1000)
    #expect(form.text == expected && form.hasPhonemes)
  }

  @Test func theTextStaysWithinItsLimit() throws {
    let table = try table([("a", String(repeating: "word ", count: 40))])
    let text = String(repeating: "a ", count: 5000)
    let form = table.spokenForm(of: text, limit: 65_536)
    #expect(form.text.utf8.count <= 65_536 && form.text.hasSuffix(" a a ") && !form.replacements.isEmpty)
  }

  /// Whatever is replaced, what was not is found where it was typed, and what was is found as a whole.
  @Test(arguments: 0..<40) func placesLeadBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let words = ["brb", "x", "👩‍👩‍👧", "naïve", "[[", "don't", "東京", "e.g.", "\n", "longer"]
    let entries = [
      ("brb", "be right back"), ("naïve", "[[na:i:v]]"), ("東京", "t"), ("longer", "l"), ("e.g.", "for example"),
    ]
    let typed = (0..<30).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    let form = try table(entries).spokenForm(of: typed, limit: 65_536)
    let from = Array(typed.unicodeScalars)
    let to = Array(form.text.unicodeScalars)
    var last = 0
    for place in to.indices {
      let range = form.typed(place..<place + 1)
      #expect(range.lowerBound >= last && range.upperBound <= from.count && !range.isEmpty)
      last = range.lowerBound
      if let replacement = form.replacements.first(where: { $0.spoken.contains(place) }) {
        #expect(range == replacement.typed)
        let word = String(String.UnicodeScalarView(from[range]))
        let expected = try #require(entries.first { $0.0 == word }?.1)
        #expect(String(String.UnicodeScalarView(to[replacement.spoken])) == expected)
      } else {
        #expect(range.count == 1 && (from[range.lowerBound] == to[place] || from[range.lowerBound] == "["))
      }
    }
    #expect(last >= from.count - 6)
  }

  @Test func wordEventsPointIntoWhatWasTyped() async throws {
    let folder = try TemporaryFolder()
    let file = PronunciationFile(folder: folder.path)
    func write(_ entries: [Pronunciation]) throws {
      #expect(try file.change { $0 = PronunciationBook(entries) }.damage == nil)
    }
    let speech = Speech(
      executable: TestEngine.executable, pronunciations: folder.path, environment: ["LANG": "C"], timeout: .seconds(20))
    func words(_ text: String) async throws -> [String] {
      let scalars = Array(text.unicodeScalars)
      return try await speech.speak(text).flatMap(\.words).map { word in
        String(String.UnicodeScalarView(scalars[word.offset..<word.offset + word.length]))
      }
    }
    let text = "Well, brb 👋 said Siobhan's dog."
    #expect(try await words(text).contains("brb"))
    try write([
      try Pronunciation(word: "brb", spoken: "be right back"),
      try Pronunciation(word: "siobhan", spoken: "[[SIv'O:n]]"),
    ])
    let spoken = try await words(text)
    #expect(spoken.filter { $0 != "👋" } == ["Well", "brb", "said", "Siobhan's", "dog"])
    let plain = try await speech.speak("be right back").flatMap(\.samples).count
    let expanded = try await speech.speak("brb").flatMap(\.samples).count
    #expect(abs(plain - expanded) < 2000, "an abbreviation is spoken as what it stands for")
    try write([try Pronunciation(word: "brb", spoken: "be right back, and right back, and right back")])
    #expect(try await speech.speak("brb").flatMap(\.samples).count > plain * 2, "a change counts at once")
  }

  @Test func phonemesAreChecked() throws {
    for good in ["SIv'O:n", "nwIn", "h@l'oU w'3:ld", "b,i:"] {
      #expect(try InstalledVoices.unreadable(phonemes: good[...], voice: "en-us", environment: [:]) == nil)
    }
    for (bad, word) in [("%$&", "%$&"), ("nwIn aZ9$", "aZ9$"), ("&&&", "&&&")] {
      #expect(try InstalledVoices.unreadable(phonemes: bad[...], voice: "en-us", environment: [:]) == word[...])
    }
  }
}
