/// A queue of text pieces that keeps each piece until it is heard, to speak the rest again after a failure.
public struct UnspokenText: Sendable, Equatable {
  /// A piece and the place of its first Unicode scalar in the text.
  public struct Piece: Sendable, Equatable {
    /// The number of Unicode scalars before it.
    public let base: Int
    /// The text.
    public let text: String
    /// The place after its last Unicode scalar.
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

  /// Creates an empty text whose first piece begins at `base`, in Unicode scalars of the whole.
  public init(base: Int = 0) { end = base }

  /// Adds a piece at the end.
  public mutating func append(_ text: String) {
    let piece = Piece(base: end, text: text)
    waiting.append(piece)
    end = piece.end
  }

  /// Returns the next piece and keeps it until it is heard.
  public mutating func next() -> Piece? {
    guard !waiting.isEmpty else { return nil }
    let piece = waiting.removeFirst()
    handedOut.append(piece)
    return piece
  }

  /// Drops the pieces that end before a word now heard; the last piece stays until another begins.
  public mutating func heard(_ offset: Int) {
    handedOut.removeAll { $0.end <= offset }
  }

  /// Puts back everything from `offset` on, to be returned again.
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

  /// Everything left, from the first kept piece on.
  public var rest: Piece {
    let pieces = handedOut + waiting
    return Piece(base: pieces.first?.base ?? end, text: pieces.map(\.text).joined())
  }
}
