/// A text on its way to being heard, of which what was heard is forgotten, so that the rest can be spoken again.
public struct UnspokenText: Sendable, Equatable {
  /// A piece and the place of its first Unicode scalar in the text.
  public struct Piece: Sendable, Equatable {
    /// How many Unicode scalars come before it.
    public let base: Int
    /// The text.
    public let text: String
    /// The place behind its last Unicode scalar.
    fileprivate let end: Int

    init(base: Int, text: String) {
      self.base = base
      self.text = text
      end = base + text.scalarCount
    }
  }

  private var handedOut: [Piece] = []
  private var waiting: [Piece] = []
  private var end: Int

  /// Creates an empty text, whose first piece begins so many Unicode scalars into the whole.
  public init(base: Int = 0) { end = base }

  /// A Boolean value that indicates whether every piece was handed out.
  public var isHandedOut: Bool { waiting.isEmpty }

  /// Adds a piece at the end.
  public mutating func append(_ text: String) {
    let piece = Piece(base: end, text: text)
    waiting.append(piece)
    end = piece.end
  }

  /// Hands out the next piece, which is kept until it was heard.
  public mutating func next() -> Piece? {
    guard !waiting.isEmpty else { return nil }
    let piece = waiting.removeFirst()
    handedOut.append(piece)
    return piece
  }

  /// Forgets the pieces that end before a word that is being heard; the last one stays until another begins.
  public mutating func heard(_ offset: Int) {
    handedOut.removeAll { $0.end <= offset }
  }

  /// Takes back what was handed out and not heard before `offset`, to be handed out again from there.
  public mutating func goBack(to offset: Int) {
    let again = handedOut.compactMap { piece -> Piece? in
      let spoken = max(0, min(offset, piece.end) - piece.base)
      guard spoken > 0 else { return piece }
      let rest = String(String.UnicodeScalarView(piece.text.unicodeScalars.dropFirst(spoken)))
      return rest.isEmpty ? nil : Piece(base: piece.base + spoken, text: rest)
    }
    handedOut = []
    waiting = again + waiting
  }

  /// All that is left, from the first piece that is kept.
  public var rest: Piece {
    let pieces = handedOut + waiting
    return Piece(base: pieces.first?.base ?? end, text: pieces.map(\.text).joined())
  }
}
