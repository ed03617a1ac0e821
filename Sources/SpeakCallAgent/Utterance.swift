import SpeakCallProtocol
import TextProcessing

/// One text on its way through the queue.
struct Utterance: Sendable, Equatable {
  /// The answer to a request for more text.
  enum NextPiece: Equatable {
    case piece(UnspokenText.Piece)
    /// No text is here; the caller was asked for more.
    case awaited
    /// No more text comes, or it is not wanted now.
    case end
  }

  /// The most bytes of text that are kept of an utterance that comes in pieces.
  private static let keptText = 1 << 16

  let id: Int
  /// The number of the connection that asked for it: one caller's texts stay together and end with the caller.
  let connection: Int
  let request: SayRequest
  /// The voice it is spoken with.
  var voice = ""
  /// The turn in which it was first written; `nil` before.
  var turn: Int?
  /// A Boolean value that indicates whether it is spoken although the user paused speech.
  var isUrgent = false

  /// A Boolean value that indicates whether its first sample was heard.
  private(set) var hasBegun: Bool
  /// The end of the last word that was heard, in Unicode scalars of the text.
  private(set) var spoken: Int
  /// The time of the last mark that was heard, in seconds since its first sample.
  private(set) var elapsed: Double
  /// The place of the word with which its rest begins, in Unicode scalars of the text.
  private(set) var resumption: Int
  /// All of its text as far as it has come; `nil` if that is too long to be kept.
  private(set) var wholeText: String?

  private var text: UnspokenText
  private var isComplete: Bool
  private var isAwaitingText = false
  private var isInterrupted = false
  private var startsAgain = false

  init(id: Int, connection: Int, request: SayRequest) {
    self.id = id
    self.connection = connection
    self.request = request
    wholeText = request.text
    let base = request.resumption?.offset ?? 0
    hasBegun = request.resumption != nil
    elapsed = request.resumption?.seconds ?? 0
    spoken = base
    resumption = base
    text = UnspokenText(base: base)
    isComplete = request.isComplete
    for piece in request.settings.isSSML ? [request.text] : TextPieces.of(request.text) { text.append(piece) }
  }

  /// A Boolean value that indicates whether it can be resumed in the middle: markup has to be read from its beginning.
  var isResumable: Bool { !hasBegun || !request.settings.isSSML || startsAgain }

  /// Returns whether it is spoken before another one, which was written but not heard and is put back.
  func goesBefore(_ other: Utterance) -> Bool {
    if request.placement != .end || hasBegun { return true }
    guard let turn, let otherTurn = other.turn else { return false }
    return turn < otherTurn
  }

  /// Restarts markup from its beginning, because it cannot be resumed in the middle.
  mutating func restartIfMarkup() {
    guard request.settings.isSSML else { return }
    startsAgain = true
    resumption = 0
    elapsed = 0
  }

  /// Notes that its first sample was heard; returns `false` if it is resumed.
  mutating func begin() -> Bool {
    defer { hasBegun = true }
    startsAgain = false
    return !hasBegun
  }

  /// Notes that a word was heard.
  mutating func hear(offset: Int, length: Int, at time: Double) {
    resumption = offset
    spoken = offset + length
    elapsed = time
    if !request.settings.isSSML { text.heard(offset) }
  }

  /// Adds a piece of text; returns whether the writer was waiting for it.
  mutating func append(_ piece: String, isLast: Bool) -> Bool {
    if !piece.isEmpty {
      text.append(piece)
      let isShort = (wholeText?.utf8.count ?? 0) + piece.utf8.count <= Self.keptText
      wholeText = isShort ? wholeText.map { $0 + piece } : nil
    }
    isComplete = isComplete || isLast
    return stopAwaiting()
  }

  /// Goes back to the word that was heard last, or to the beginning.
  mutating func goBack() { text.goBack(to: resumption) }

  /// Returns the next piece, if there is one.
  mutating func nextPiece() -> NextPiece {
    if isInterrupted {
      isInterrupted = false
      return .end
    }
    if let piece = text.next() { return .piece(piece) }
    if isComplete { return .end }
    isAwaitingText = true
    return .awaited
  }

  /// Ends the writer's wait for text that has not come; returns whether it was waiting.
  mutating func interrupt() -> Bool {
    isInterrupted = isAwaitingText
    return stopAwaiting()
  }

  private mutating func stopAwaiting() -> Bool {
    defer { isAwaitingText = false }
    return isAwaitingText
  }
}
