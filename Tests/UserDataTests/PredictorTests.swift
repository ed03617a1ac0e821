import Foundation
import TestSupport
import Testing

@testable import UserData

struct PredictorTests {
  private let words = WordList(bytes: Array("hello\nhelp\nhelpful\nHelen\nit's\nworld\n".utf8))

  private func predictor(_ lines: String...) -> Predictor {
    var predictor = Predictor(words: words)
    for line in lines { predictor.learn(line) }
    return predictor
  }

  @Test func theWordListAnswersWhileNothingIsLearned() {
    let predictor = predictor()
    #expect(predictor.completions(of: "say hel") == ["p", "lo", "pful", "en"])
    #expect(predictor.completions(of: "HEL", limit: 1) == ["p"])
    #expect(predictor.completions(of: "xyz").isEmpty)
    #expect(predictor.completions(of: "").isEmpty)
  }

  @Test func aWordThatIsCompleteIsNotMadeALongerOne() {
    let list = WordList(bytes: Array("Thea\nThea's\nMary\nmarch\nthe\nthem\nthen\ntheorem\n".utf8))
    var predictor = Predictor(words: list)
    #expect(predictor.completions(of: "the").isEmpty && predictor.completions(of: "say The").isEmpty)
    #expect(predictor.completions(of: "theo") == ["rem"])
    #expect(predictor.completions(of: "mar") == ["ch", "y"], "a name comes last")
    #expect(predictor.completions(of: "Mar") == ["y", "ch"], "unless it was begun as one")
    predictor.learn("the theatre")
    predictor.learn("the theatre")
    #expect(predictor.completions(of: "the").first == " theatre", "the next word is no end of this one")
    predictor.learn("We go there. There we are. Was it there? There it was.")
    #expect(predictor.completions(of: "go the").first == "re", "what was said before may be longer")
  }

  @Test func theHistoryComesFirst() {
    let predictor = predictor("I need helium now", "we need helium", "a helmet")
    #expect(predictor.completions(of: "need hel").first == "ium")
    #expect(predictor.completions(of: "a hel").first == "met")
    #expect(predictor.completions(of: "hel").prefix(3) == ["ium", "met", "p"])
  }

  @Test func whatFollowedFollows() {
    let predictor = predictor("I am fine", "I am fine", "you are late", "I am here")
    #expect(predictor.completions(of: "I am ").first == "fine")
    #expect(predictor.completions(of: "you are ").first == "late")
    #expect(predictor.completions(of: "I").first == " am", "a complete word goes on with the next")
    #expect(predictor.completions(of: "no. I").first == " am")
    #expect(predictor.completions(of: "I am,").isEmpty, "behind a comma comes a space")
  }

  @Test func whatIsSureComesWhole() {
    let predictor = predictor("please call me back later", "please call me back later", "please wait")
    #expect(
      predictor.completions(of: "pl").first == "ease call me back later"
        || predictor.completions(of: "pl").first == "ease")
    #expect(predictor.completions(of: "please ca").prefix(2) == ["ll me back later", "ll"])
  }

  @Test func upperAndLowerCaseAreOneWord() {
    let predictor = predictor("Good morning Ann", "hello ann", "tell Ann so", "Tell me")
    #expect(predictor.completions(of: "hello a").first == "nn")
    #expect(
      predictor.completions(of: "good ").first == "morning Ann" || predictor.completions(of: "good ").first == "morning"
    )
    #expect(predictor.completions(of: "hello ").contains("Ann"))
    #expect(predictor.completions(of: "so. ").contains("Tell") || predictor.completions(of: "so. ").contains("Good"))
  }

  @Test func apostrophesAndOtherScriptsAreRead() {
    let predictor = predictor("don't worry", "don’t panic", "grüße alle", "さようなら。またね")
    #expect(predictor.completions(of: "do").contains("n't") || predictor.completions(of: "do").contains("n't worry"))
    #expect(predictor.completions(of: "gr").first == "üße" || predictor.completions(of: "gr").first == "üße alle")
    #expect(predictor.completions(of: "さよ").first == "うなら")
  }

  /// Whatever was typed, an offer goes on with it and is written as something that was learned.
  @Test(arguments: 0..<20) func offersAreWholeText(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = ["hel", "Helen ", "don't", "ß", "👩‍👩‍👧 ", "、", ". ", "漢字", "\u{301}", "e-", " ", "’", "\n", "a"]
    func text(_ count: Int) -> String { (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined() }
    var predictor = Predictor(words: words)
    for _ in 0..<30 { predictor.learn(text(12)) }
    for _ in 0..<30 {
      for completion in predictor.completions(of: text(3)) {
        #expect(
          !completion.isEmpty && !completion.unicodeScalars.contains("\u{FFFD}"), "\(completion.debugDescription)")
      }
    }
  }

  @Test func theHistoryIsBounded() {
    var predictor = Predictor()
    for number in 0..<10 { predictor.learn(String(repeating: "w\(number) is said. ", count: 3000)) }
    #expect(
      predictor.completions(of: "w", limit: 50).contains("9 is said")
        || predictor.completions(of: "w", limit: 50).contains("9"))
    #expect(!predictor.completions(of: "w", limit: 50).contains { $0.hasPrefix("0") })
  }

  @Test func whatIsLearnedIsKeptUnlessItIsPrivate() throws {
    let folder = try TemporaryFolder()
    func completer(isPrivate: Bool = false) -> Completer {
      Completer(folder: folder.path + "/state", isPrivate: isPrivate, phrases: ["the pain is here"], language: "none")
    }
    #expect(completer().completions(of: "the ").first?.hasPrefix("pain") == true)
    try completer(isPrivate: true).learn("a secret word")
    #expect(completer().completions(of: "a sec").isEmpty)
    try completer().learn("an open\nword")
    #expect(completer().completions(of: "an o").first?.hasPrefix("pen") == true)
    let path = folder.path + "/state/learned.txt"
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "an open word\n")
    try TypedText(folder: folder.path + "/state").forget()
    #expect(completer().completions(of: "an o").isEmpty)
  }

  @Test func theFileIsBoundedAndADamagedOneSetAside() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/learned.txt"
    let file = LearnedText(folder: folder.path)
    let lines = (0..<40_000).map { "line number \($0)\n" }.joined()
    try Data(lines.utf8).write(to: URL(filePath: path))
    #expect(chmod(path, 0o600) == 0)
    let (text, damage) = try file.read()
    #expect(damage == nil && text.utf8.count <= LearnedText.limit && text.hasPrefix("line number "))
    #expect(text.hasSuffix("line number 39999\n"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    try Data([0x61, 0xFF]).write(to: URL(filePath: path))
    let told = try file.read()
    #expect(told.text.isEmpty && told.damage?.contains("not UTF-8 text; it is now") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
