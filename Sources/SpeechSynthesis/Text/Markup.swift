import CExpat

/// Checks SSML for being well-formed.
///
/// espeak-ng reports nothing: a document that breaks off is silence, and an element that is not closed colours what
/// follows.
public enum Markup {
  /// What is wrong, and where; lines and columns count from 1.
  public struct Mistake: Error, Sendable, Equatable {
    /// The line.
    public let line: Int
    /// The column, in bytes of UTF-8.
    public let column: Int
    /// What is wrong, as a phrase.
    public let reason: String
  }

  /// Throws the first mistake.
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
