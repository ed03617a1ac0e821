import Foundation
import TestSupport
import Testing

@testable import SpeakCallCommands

@Suite(.timeLimit(.minutes(1))) struct TextInputTests {
  /// Returns the pieces of a complete text in a file.
  private func pieces(_ bytes: [UInt8]) throws -> [String] {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(filePath: folder.path + "/text"))
    var input = try TextInput(file: folder.path + "/text")
    var pieces: [String] = []
    while let piece = try input.next() { pieces.append(piece) }
    return pieces
  }

  @Test(arguments: [
    ("", []), ("one", ["one"]), ("one\n", ["one\n"]), ("one\ntwo", ["one\n", "two"]), ("\n\n", ["\n\n"]),
  ])
  func shortTexts(text: String, expected: [String]) throws {
    #expect(try pieces(Array(text.utf8)) == expected)
  }

  @Test(arguments: ["ä", "漢", "👩", "x", "word ", "a line\n"])
  func longTextsAreSplitWithoutLoss(unit: String) throws {
    let text = String(repeating: unit, count: 30_000)
    let pieces = try pieces(Array(text.utf8))
    #expect(pieces.joined() == text)
    #expect(pieces.allSatisfy { !$0.isEmpty && $0.utf8.count <= TextInput.limit })
    if unit.hasSuffix(" ") || unit.hasSuffix("\n") {
      #expect(pieces.allSatisfy { $0.hasSuffix(unit) })
    }
  }

  @Test func linesAreReturnedOnArrival() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    var input = TextInput(descriptor: ends[0], name: "standard input")
    for (written, expected) in [("one\n", "one\n"), ("tw", nil), ("o\nthree\nfo", "two\nthree\n")] {
      #expect(write(ends[1], written, written.utf8.count) == written.utf8.count)
      if let expected { #expect(try input.next() == expected) }
    }
    close(ends[1])
    #expect(try input.next() == "fo")
    #expect(try input.next() == nil)
  }

  @Test func sentencesAreReturnedWhenComplete() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    var input = TextInput(descriptor: ends[0], name: "standard input")
    let written: [(String, String?)] = [
      ("I met Dr. Smith at 10.", nil), ("30. He", "I met Dr. Smith at 10.30. "), (" left! Why? I", "He left! Why? "),
      (" do", nil), (" \n", "I do \n"), ("  \n", nil), ("Bye.", nil),
    ]
    for (text, expected) in written {
      #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
      guard let expected else {
        guard case .nothing = try input.arrival() else { Issue.record("\(text)"); continue }
        continue
      }
      guard case .piece(expected) = try input.arrival() else { Issue.record("\(text)"); continue }
    }
    close(ends[1])
    _ = try input.arrival()
    guard case .end = try input.arrival() else { Issue.record("no end"); return }
  }

  @Test func invalidEncodingIsLocated() throws {
    let failure = #expect(throws: Failure.self) {
      try pieces(Array("fine\nlines\n".utf8) + Array("grö".utf8) + [0xDF, 0x65])
    }
    #expect(failure?.status == .dataError)
    #expect(failure?.message.hasSuffix("is not valid UTF-8 at byte 15, 0xdf") == true)
    let cut = #expect(throws: Failure.self) { try pieces([0x61, 0xE6, 0xBC]) }
    #expect(cut?.message.hasSuffix("at byte 1, 0xe6") == true)
  }

  @Test func unreadableFiles() throws {
    let missing = #expect(throws: Failure.self) { _ = try TextInput(file: "/none\n") }
    #expect(missing == Failure(.noInput, "cannot open '/none\n': No such file or directory"))
    let folder = #expect(throws: Failure.self) {
      var input = try TextInput(file: "/tmp")
      _ = try input.next()
    }
    #expect(folder == Failure(.noInput, "cannot read '/tmp': Is a directory"))
  }

  @Test func wholeTextIsBounded() throws {
    let folder = try TemporaryFolder()
    try Data("<speak>\nx</speak>\n".utf8).write(to: URL(filePath: folder.path + "/text"))
    var input = try TextInput(file: folder.path + "/text")
    #expect(try input.whole(limit: 18) == "<speak>\nx</speak>\n")
    let failure = #expect(throws: Failure.self) {
      var input = try TextInput(file: folder.path + "/text")
      _ = try input.whole(limit: 17)
    }
    #expect(failure?.status == .dataError)
  }
}
