import Foundation
import Testing

@testable import SpeakCallCommands

@Suite struct CellWidthTests {
  @Test(arguments: [
    ("", 0), ("Alice", 5), ("日本語", 6), ("한국어", 6), ("ｆｕｌｌ", 8), ("é", 1), ("e\u{301}", 1), ("👋", 2), ("👋🏽", 2),
    ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("สวัสดี", 4), ("a\u{200B}b", 2), ("…", 1),
    ("한", 2), ("│─╭", 3),
  ])
  func columns(text: String, columns: Int) {
    #expect(CellWidth.columns(of: text) == columns)
  }

  /// The C library has a table of its own; the two differ in signs that Arabic writes over the figures that follow.
  @Test func agreesWithTheCLibrary() throws {
    // Swift's Glibc module hides `wcwidth`.
    let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "wcwidth"))
    let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> Int32).self)
    let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    let previous = uselocale(locale)
    defer {
      uselocale(previous)
      freelocale(locale)
    }
    var differing: [String] = []
    for value in UInt32(0x20)...0x3FFFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else { continue }
      let theirs = Int(wcwidth(wchar_t(bitPattern: value)))
      if theirs >= 0, CellWidth.columns(of: scalar) != theirs { differing.append(String(value, radix: 16)) }
    }
    #expect(differing.count < 20, "\(differing.count): \(differing.prefix(400).joined(separator: " "))")
  }

  @Test(arguments: [
    ("Alice", 5, "Alice"), ("Alice", 4, "Ali…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 1, "…"), ("Alice", 0, ""),
    ("", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func truncation(text: String, width: Int, result: String) {
    #expect(CellWidth.truncated(text, to: width) == result)
  }

  @Test(arguments: [("日本", 6), ("日本語", 5), ("Bob", 9), ("", 3), ("👨‍👩‍👧‍👦👋", 3)])
  func paddedTextIsExactlyAsWide(text: String, width: Int) {
    #expect(CellWidth.columns(of: CellWidth.padded(text, to: width)) == width)
  }
}
