/// Cuts a long text into pieces that are each spoken at one go.
public enum TextPieces {
  /// The most bytes of UTF-8 in a piece.
  public static let limit = 16 * 1024

  /// The most bytes in the first piece of a text that is longer than twice as much: its first word shall not wait until
  /// the engine has taken in all of it.
  static let opening = 512

  /// Returns the pieces, which joined are the text: the first one some sentences, the others cut after the last line's
  /// end, else the last space, that fits.
  public static func of(_ text: String) -> [String] {
    var pieces: [String] = []
    var rest = text.utf8[...]
    if rest.count > 2 * opening, let length = SentenceEnd.last(in: Array(rest.prefix(opening))[...]) {
      let end = rest.index(rest.startIndex, offsetBy: length)
      pieces.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[end...]
    }
    while rest.count > limit {
      let window = rest.prefix(limit)
      let end = self.end(of: window)
      pieces.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[end...]
    }
    if !rest.isEmpty || pieces.isEmpty { pieces.append(String(decoding: rest, as: UTF8.self)) }
    return pieces
  }

  private static func end(of window: Substring.UTF8View) -> String.Index {
    for separator in [0x0A, 0x20] as [UInt8] {
      if let place = window.lastIndex(of: separator) { return window.index(after: place) }
    }
    // Before the byte that begins the last scalar: continuation bytes are 0b10xxxxxx.
    return window.lastIndex { $0 & 0xC0 != 0x80 } ?? window.endIndex
  }
}
