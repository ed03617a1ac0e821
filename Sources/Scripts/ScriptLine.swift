/// A line of a script, as bytes of UTF-8.
struct ScriptLine {
  /// The number of the line, counted from 1.
  let number: Int

  /// The line without its end.
  let bytes: ArraySlice<UInt8>

  /// Hands each line of a text to `body`, until it returns false; a byte order mark at the beginning is passed over.
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

  /// The place of a byte, which is given by its index.
  func place(of index: Int) -> ScriptPlace {
    // Continuation bytes are 0b10xxxxxx.
    ScriptPlace(line: number, column: bytes[..<index].count { $0 & 0xC0 != 0x80 } + 1)
  }

  /// What is between the white space at both ends.
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

  /// How many bytes the white space takes with which the slice begins: one character of it, 0 if there is none.
  ///
  /// Beside ASCII these are the spaces that text is indented with, no-break and ideographic.
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

  /// The text of the slice, on one line: control characters, which nobody can speak, are spaces.
  var text: String {
    guard contains(where: \.isControl) else { return String(decoding: self, as: UTF8.self) }
    return String(decoding: map { $0.isControl ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// The text of the slice, with each run of white space as one space.
  var words: String {
    split(whereSeparator: \.isSpace).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether this is a control character of ASCII.
  var isControl: Bool { self < 0x20 || self == 0x7F }

  /// A Boolean value that indicates whether this is white space, as every control character is.
  var isSpace: Bool { self == 0x20 || isControl }

  /// A Boolean value that indicates whether this is a digit.
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// A Boolean value that indicates whether this is a letter of ASCII.
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
