import Foundation
import TestSupport
import Testing

@testable import UserData

struct PhraseBookTests {
  private let book: PhraseBook

  init() throws {
    book = PhraseBook([
      try Phrase(name: "hello", text: "Hello there"), try Phrase(name: "doctor/pain", text: "It hurts @hello"),
      try Phrase(name: "doctor/no", text: "No."), try Phrase(name: "shop/no", text: "No, thanks."),
      try Phrase(name: "grüße", text: "Grüße 👋"),
    ])
  }

  @Test(arguments: [
    ("@hello", "Hello there"), ("@Hello, Ann", "Hello there, Ann"), ("(@hello)", "(Hello there)"),
    ("so: \"@pain\"", "so: \"It hurts @hello\""), ("@doctor/no @shop/no", "No. No, thanks."), ("@grüße!", "Grüße 👋!"),
    ("@hello's", "Hello there's"), ("@hello-", "Hello there-"), ("@hello\n@hello", "Hello there\nHello there"),
    ("write to ann@example.org", "write to ann@example.org"), ("2 @ 5", "2 @ 5"), ("@", "@"), ("@-x", "@-x"),
    ("@@hello", "@hello"), ("@@@hello", "@@hello"), ("x@@y", "x@@y"), ("@@ and", "@ and"), ("no names", "no names"),
  ])
  func namesAreExpanded(text: String, expected: String) throws {
    #expect(try book.expand(text) == expected)
  }

  @Test func whatIsNoPhraseIsNamed() {
    #expect(throws: PhraseError.unknown(name: "helo", nearest: "hello")) { try book.expand("say @helo now") }
    #expect(throws: PhraseError.unknown(name: "zzzzzzzz", nearest: nil)) { try book.expand("@zzzzzzzz") }
    #expect(throws: PhraseError.ambiguous(name: "no", candidates: ["doctor/no", "shop/no"])) { try book.expand("@no") }
  }

  @Test(arguments: ["", "a b", "a/b/c", "/a", "a/", "-a", "a_", "@a", "a\u{1B}", String(repeating: "a", count: 65)])
  func badNames(name: String) {
    #expect(throws: PhraseError.badName(name)) { try Phrase(name: name, text: "x") }
  }

  @Test func aNameIsReplacedAndRemoved() throws {
    var book = book
    #expect(book.add(try Phrase(name: "HELLO", text: "Hi")))
    #expect(book.phrases.first?.text == "Hi" && book.phrases.count == 5)
    try book.remove("pain")
    #expect(book.groups == ["doctor", "shop"] && book.phrases(in: "doctor").map(\.name) == ["doctor/no"])
    #expect(throws: PhraseError.self) { try book.remove("pain") }
  }

  @Test func theFileIsReadAndADamagedOneSetAside() throws {
    let folder = try TemporaryFolder()
    let file = PhraseFile(folder: folder.path)
    #expect(try file.read() == (PhraseBook(), nil))
    #expect(try file.change { $0 = book }.damage == nil)
    #expect(try file.read() == (book, nil))
    for damage in ["{", "[{\"name\":\"a b\",\"text\":\"x\"}]", "[1]"] {
      try Data(damage.utf8).write(to: URL(filePath: file.path))
      let (read, told) = try file.read()
      #expect(read.phrases.isEmpty)
      let aside = try #require(told?.split(separator: " ").last.map(String.init))
      #expect(try String(contentsOfFile: aside, encoding: .utf8) == damage)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test func anObjectOfNamesAndTextsIsRead() throws {
    let book = try JSONDecoder().decode(PhraseBook.self, from: Data(#"{"b":"two","a":"one"}"#.utf8))
    #expect(book.phrases == [try Phrase(name: "a", text: "one"), try Phrase(name: "b", text: "two")])
  }
}
