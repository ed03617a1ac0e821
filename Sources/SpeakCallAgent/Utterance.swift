import SpeakCallProtocol
import TextProcessing

/// One text on its way through the queue; belongs to the ``SpeechQueue`` alone.
final class Utterance {
  /// Who asked for it, so that what one caller says stays together and ends with the caller.
  struct Owner: Sendable {
    /// The number of the connection.
    let connection: Int
    /// Takes what happens to the utterance to the caller.
    let tell: @Sendable (Reply) -> Void
  }

  let id: Int
  let owner: Owner
  let request: SayRequest
  /// The voice it is spoken with.
  var voice = ""
  /// Why it is to end early, once that is decided.
  private(set) var cancelReason: CancelReason?
  /// A Boolean value that indicates whether its first sample was heard.
  private(set) var hasBegun: Bool
  /// The end of the last word that was heard, in Unicode scalars of the text.
  private(set) var spoken: Int
  /// The time of the last thing that was heard of it, in seconds since its first sample.
  private(set) var elapsed: Double

  /// When its turn came, counted in turns; nil before.
  var turn: Int?
  /// A Boolean value that indicates whether it is spoken though the user holds the speech.
  var isUrgent = false
  /// All of its text, as far as it is known; nil if that is too long to be kept.
  private(set) var wholeText: String?

  /// The most bytes of text that are kept of an utterance which comes in pieces.
  private static let keptText = 1 << 16

  /// The place of the word with which its rest begins.
  var resumption: Int { wordStart }

  private var text: UnspokenText
  private var isComplete: Bool
  private var wordStart: Int
  private var waiter: CheckedContinuation<Void, Never>?
  private var isInterrupted = false
  private var startsAgain = false

  init(id: Int, owner: Owner, request: SayRequest) {
    self.id = id
    self.owner = owner
    self.request = request
    wholeText = request.text
    let base = request.resumption?.offset ?? 0
    hasBegun = request.resumption != nil
    elapsed = request.resumption?.seconds ?? 0
    spoken = base
    wordStart = base
    text = UnspokenText(base: base)
    isComplete = request.isComplete
    for piece in request.settings.isSSML ? [request.text] : TextPieces.of(request.text) { text.append(piece) }
  }

  /// A Boolean value that indicates whether it can be taken up in the middle: markup has to be read from its beginning.
  var isResumable: Bool { !hasBegun || !request.settings.isSSML || startsAgain }

  /// Has markup, which cannot be taken up in the middle, start again from its beginning.
  func restartIfMarkup() {
    guard request.settings.isSSML else { return }
    startsAgain = true
    wordStart = 0
    elapsed = 0
  }

  /// Notes that its first sample was heard; returns false for one that is taken up again.
  func begin() -> Bool {
    defer { hasBegun = true }
    startsAgain = false
    return !hasBegun
  }

  /// Notes that a word is heard.
  func hear(offset: Int, length: Int, at time: Double) {
    wordStart = offset
    spoken = offset + length
    elapsed = time
    if !request.settings.isSSML { text.heard(offset) }
  }

  /// Adds a piece of text, which goes to whoever waits for it.
  func append(_ piece: String, isLast: Bool) {
    if !piece.isEmpty {
      text.append(piece)
      let isShort = (wholeText?.utf8.count ?? 0) + piece.utf8.count <= Self.keptText
      wholeText = isShort ? wholeText.map { $0 + piece } : nil
    }
    isComplete = isComplete || isLast
    wakeWaiter()
  }

  /// Goes back to the word that was heard last, or to the beginning.
  func goBack() { text.goBack(to: wordStart) }

  /// The next piece, or nil at the end and when interrupted; asks the caller for more where none is here.
  func nextPiece(isolation: isolated (any Actor)? = #isolation) async -> UnspokenText.Piece? {
    while cancelReason == nil {
      if let piece = text.next() { return piece }
      guard !isComplete else { return nil }
      owner.tell(.more(utterance: id))
      await withCheckedContinuation { waiter = $0 }
      if isInterrupted {
        isInterrupted = false
        return nil
      }
    }
    return nil
  }

  /// Lets go of whoever waits for text, though none has come.
  func interrupt() {
    guard waiter != nil else { return }
    isInterrupted = true
    wakeWaiter()
  }

  /// Ends it early, and lets go of whoever waits for text that will not come.
  func cancel(_ reason: CancelReason) {
    cancelReason = reason
    wakeWaiter()
  }

  private func wakeWaiter() {
    waiter?.resume()
    waiter = nil
  }
}
