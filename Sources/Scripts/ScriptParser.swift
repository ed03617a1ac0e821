/// Reads the lines of a script: `NAME: WORDS`, what goes on from the line above, casts, pauses and comments.
struct ScriptParser {
  var script = ScriptBuilder()

  /// A Boolean value that indicates whether the line above is wrong, and with it what goes on from it.
  private var isLost = false

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
        guard !isLost else { return }
        return script.report("the line begins with a space, but there is no quote that it goes on from", at: place)
      }
      return script.goOn(trimmed.text, at: place)
    } else if first == UInt8(ascii: "@") {
      script.closeQuote()
      CastLine.read(trimmed, of: line, into: &script)
    } else if first == UInt8(ascii: "(") {
      script.closeQuote()
      script.report("“\(Self.shown(trimmed))” is no direction: the only one is (pause SECONDS)", at: place)
    } else {
      readQuote(trimmed, of: line)
    }
    isLost = !script.hasOpenQuote && first != UInt8(ascii: "@") && !Self.isPause(trimmed)
  }

  private mutating func readQuote(_ bytes: ArraySlice<UInt8>, of line: ScriptLine) {
    let place = line.place(of: bytes.startIndex)
    guard let colon = Self.colon(of: bytes) else {
      script.closeQuote()
      let reason =
        bytes.first?.isDigit ?? false
        ? "“\(Self.shown(bytes.prefix { !$0.isSpace }))” names no speaker" : "nobody is named"
      return script.report(
        "\(reason): write NAME: before the words, or a space to go on from the line above", at: place)
    }
    let name = bytes[..<colon.lowerBound].trimmingSpace().words
    guard !name.isEmpty, name.unicodeScalars.count <= ScriptBuilder.longestName else {
      script.closeQuote()
      let reason =
        name.isEmpty
        ? "there is no name before the colon"
        : "the name before the colon is longer than \(ScriptBuilder.longestName) characters"
      return script.report(reason, at: place)
    }
    script.begin(name, bytes[colon.upperBound...].trimmingSpace().text, at: place)
  }

  /// Returns the place of the colon, ASCII or full width, that ends the name of a speaker; `nil` if nobody is named.
  ///
  /// The colons of `10:30` and `http://` end no name, nor does any behind them.
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
        "“\(Self.shown(bytes))” is no pause: write the seconds with a point, as in (pause 0.8)", at: place)
    }
    script.pause(seconds, at: place)
  }

  /// As much of a text as a message needs.
  static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    let text = bytes.prefix(200).text
    return text.count > 40 ? text.prefix(40) + "…" : text
  }
}
