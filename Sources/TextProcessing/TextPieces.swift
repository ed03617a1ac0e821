/// A cutter of long texts into pieces that are each spoken in one request.
public enum TextPieces {
  /// The maximum number of UTF-8 bytes of a piece.
  public static let limit = 16 * 1024

  /// The maximum number of UTF-8 bytes of the first piece of a text that is more than twice as long.
  ///
  /// The engine reads a whole piece before it speaks the first word, so a short first piece is heard sooner.
  static let opening = 512

  /// Returns the pieces, which joined are the text.
  ///
  /// The first piece of a long text ends with a sentence, every other one as ``end(of:)`` says.
  public static func of(_ text: String) -> [String] {
    var pieces: [String] = []
    var rest = text.utf8[...]
    if rest.count > 2 * opening, let length = SentenceEnd.last(in: Array(rest.prefix(opening))[...]) {
      let end = rest.index(rest.startIndex, offsetBy: length)
      pieces.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[end...]
    }
    while rest.count > limit {
      let end = end(of: rest.prefix(limit))
      pieces.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[end...]
    }
    if !rest.isEmpty || pieces.isEmpty { pieces.append(String(decoding: rest, as: UTF8.self)) }
    return pieces
  }

  /// Returns the place to cut UTF-8 that is full: after its last line end, else its last space, else its last complete
  /// scalar.
  package static func end<Bytes: BidirectionalCollection<UInt8>>(of bytes: Bytes) -> Bytes.Index {
    for separator in [0x0A, 0x20] as [UInt8] {
      if let place = bytes.lastIndex(of: separator) { return bytes.index(after: place) }
    }
    // Before the byte that begins the last scalar: continuation bytes are 0b10xxxxxx.
    guard let place = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }), place > bytes.startIndex else {
      return bytes.endIndex
    }
    return place
  }
}

extension String {
  /// The number of Unicode scalars, for long texts: `unicodeScalars.count` decodes each, 50 instructions a byte.
  package var scalarCount: Int {
    let counted = utf8.withContiguousStorageIfAvailable { bytes in
      // Each scalar has one byte that is not a continuation byte, 0b10xxxxxx.
      bytes.reduce(into: 0) { count, byte in count &+= byte & 0xC0 == 0x80 ? 0 : 1 }
    }
    return counted ?? unicodeScalars.count
  }
}
