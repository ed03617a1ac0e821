/// A line of a script, as bytes of UTF-8.
struct ScriptLine {
  /// The number of the line, counted from 1.
  let number: Int

  /// The line without its end.
  let bytes: ArraySlice<UInt8>

  /// Calls `body` with each line of a text until it returns `false`; skips a byte order mark.
  static func forEach(of text: String, _ body: (ScriptLine) -> Bool) {
    let bytes = Array(text.utf8)
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var number = 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
      guard body(ScriptLine(number: number, bytes: bytes[start..<(hasReturn ? end - 1 : end)])) else { return }
      start = end + 1
      number += 1
    }
  }

  /// Returns the place of the byte at an index.
  func place(of index: Int) -> ScriptPlace {
    // Continuation bytes are 0b10xxxxxx.
    ScriptPlace(line: number, column: bytes[..<index].count { $0 & 0xC0 != 0x80 } + 1)
  }

  /// The line without white space at both ends.
  var trimmed: ArraySlice<UInt8> { bytes.trimmingSpace() }
}

extension ArraySlice<UInt8> {
  /// The slice without white space at both ends.
  func trimmingSpace() -> Self {
    var rest = self
    while case let length = rest.leadingSpace, length > 0 { rest = rest.dropFirst(length) }
    while case let length = rest.trailingSpace, length > 0 { rest = rest.dropLast(length) }
    return rest
  }

  /// The length in bytes of the white-space character at the beginning, 0 if there is none.
  ///
  /// Besides ASCII, these are the spaces that text is indented with: no-break and ideographic.
  var leadingSpace: Int {
    guard let first else { return 0 }
    if first.isSpace { return 1 }
    return first >= 0x80 ? Self.wideSpaces.first { starts(with: $0) }?.count ?? 0 : 0
  }

  private var trailingSpace: Int {
    guard let last else { return 0 }
    if last.isSpace { return 1 }
    return last >= 0x80 ? Self.wideSpaces.first { suffix($0.count).elementsEqual($0) }?.count ?? 0 : 0
  }

  private static var wideSpaces: [[UInt8]] { [[0xC2, 0xA0], [0xE3, 0x80, 0x80]] }

  /// The text of the slice on one line, with spaces for control characters.
  var text: String {
    guard contains(where: \.isControl) else { return String(decoding: self, as: UTF8.self) }
    return String(decoding: map { $0.isControl ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// The text of the slice, with one space for each run of white space.
  var words: String {
    split(whereSeparator: \.isSpace).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether this is an ASCII control character.
  var isControl: Bool { self < 0x20 || self == 0x7F }

  /// A Boolean value that indicates whether this is a space or a control character.
  var isSpace: Bool { self == 0x20 || isControl }

  /// A Boolean value that indicates whether this is an ASCII digit.
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// A Boolean value that indicates whether this is an ASCII letter.
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
