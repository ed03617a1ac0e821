/// A parser of the lines of a script: `NAME: WORDS`, continuation lines, casts, pauses and comments.
struct ScriptParser {
  var script = ScriptBuilder()

  /// A Boolean value that indicates whether the line above has an error, which makes its continuation no further one.
  private var isRecovering = false

  /// Reads a line.
  mutating func read(_ line: ScriptLine) {
    guard line.bytes.count <= ScriptBuilder.longestQuote else {
      return script.report(
        "the line has \(line.bytes.count) bytes, more than \(ScriptBuilder.longestQuote)",
        at: ScriptPlace(line: line.number, column: 1))
    }
    let trimmed = line.trimmed
    guard let first = line.bytes.first, !trimmed.isEmpty, first != UInt8(ascii: "#") else { return }
    let place = line.place(of: trimmed.startIndex)
    if Self.isPause(trimmed) {
      readPause(trimmed, at: place)
    } else if line.bytes.leadingSpace > 0 {
      guard script.hasOpenQuote else {
        guard !isRecovering else { return }
        return script.report("the line begins with a space but continues no quote", at: place)
      }
      return script.extend(trimmed.text, at: place)
    } else if first == UInt8(ascii: "@") {
      script.closeQuote()
      CastLine.read(trimmed, of: line, into: &script)
    } else if first == UInt8(ascii: "(") {
      script.closeQuote()
      script.report("“\(Self.shown(trimmed))” is not a direction; the only one is (pause SECONDS)", at: place)
    } else {
      readQuote(trimmed, of: line)
    }
    isRecovering = !script.hasOpenQuote && first != UInt8(ascii: "@") && !Self.isPause(trimmed)
  }

  private mutating func readQuote(_ bytes: ArraySlice<UInt8>, of line: ScriptLine) {
    let place = line.place(of: bytes.startIndex)
    guard let colon = Self.colon(of: bytes) else {
      script.closeQuote()
      let reason =
        bytes.first?.isDigit ?? false
        ? "“\(Self.shown(bytes.prefix { !$0.isSpace }))” does not name a speaker" : "no speaker is named"
      return script.report(
        "\(reason); write NAME: before the words, or begin with a space to continue the line above", at: place)
    }
    let name = bytes[..<colon.lowerBound].trimmingSpace().words
    guard !name.isEmpty, name.unicodeScalars.count <= ScriptBuilder.longestName else {
      script.closeQuote()
      let reason =
        name.isEmpty
        ? "no name before the colon"
        : "the name before the colon is longer than \(ScriptBuilder.longestName) characters"
      return script.report(reason, at: place)
    }
    script.begin(name, bytes[colon.upperBound...].trimmingSpace().text, at: place)
  }

  /// Returns the range of the colon, ASCII or full width, that ends a speaker's name; `nil` if there is none.
  ///
  /// The colons of `10:30` and `http://` end no name, nor do those behind them.
  static func colon(of bytes: ArraySlice<UInt8>) -> Range<Int>? {
    for (index, byte) in zip(bytes.indices, bytes) {
      if byte == UInt8(ascii: ":") {
        let next = bytes[(index + 1)...]
        let isTime = index > bytes.startIndex && bytes[index - 1].isDigit && (next.first?.isDigit ?? false)
        return isTime || next.starts(with: "//".utf8) ? nil : index..<index + 1
      }
      if byte == 0xEF, bytes[index...].starts(with: "：".utf8) { return index..<index + 3 }
    }
    return nil
  }

  private static func isPause(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "(") else { return false }
    let word = bytes.dropFirst().prefix(while: \.isLetter)
    return word.map { $0 | 0x20 }.elementsEqual("pause".utf8)
  }

  private mutating func readPause(_ bytes: ArraySlice<UInt8>, at place: ScriptPlace) {
    let number = bytes.dropFirst("(pause".utf8.count).dropLast().trimmingSpace()
    let isNumber = number.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    guard bytes.last == UInt8(ascii: ")"), isNumber, let seconds = Double(number.text) else {
      script.closeQuote()
      return script.report(
        "“\(Self.shown(bytes))” is not a pause; write the seconds with a point, as in (pause 0.8)", at: place)
    }
    script.pause(seconds, at: place)
  }

  /// Returns the beginning of a text for an error message.
  static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    let text = bytes.prefix(200).text
    return text.count > 40 ? text.prefix(40) + "…" : text
  }
}
