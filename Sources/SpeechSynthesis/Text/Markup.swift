import CExpat

/// A checker of well-formed SSML.
///
/// espeak-ng reports no errors: it does not speak an incomplete document, and an unclosed element affects what follows.
public enum Markup {
  /// A syntax error; lines and columns count from 1.
  public struct Mistake: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line.
    public let line: Int
    /// The column in UTF-8 bytes.
    public let column: Int
    /// The error, as a phrase.
    public let reason: String

    /// One line: the place and the error.
    public var description: String { "\(line):\(column): \(reason)" }
  }

  /// Throws the first syntax error.
  public static func check(_ text: String) throws(Mistake) {
    guard let parser = XML_ParserCreate("UTF-8") else { throw Mistake(line: 1, column: 1, reason: "out of memory") }
    defer { XML_ParserFree(parser) }
    var text = text
    let isGood = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        XML_Parse(parser, characters.baseAddress, Int32(clamping: characters.count), 1) == XML_STATUS_OK
      }
    }
    guard !isGood else { return }
    let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "not well-formed"
    throw Mistake(
      line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1, reason: reason)
  }
}
