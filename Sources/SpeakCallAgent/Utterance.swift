import SpeakCallKit

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
  private(set) var cancelReason: AgentEvent.CancelReason?
  /// A Boolean value that indicates whether its first sample was heard.
  private(set) var hasBegun: Bool
  /// The end of the last word that was heard, in Unicode scalars of the text.
  private(set) var spoken: Int
  /// The time of the last thing that was heard of it, in seconds since its first sample.
  private(set) var elapsed: Double

  /// The place of the word with which its rest begins.
  var resumption: Int { wordStart }

  private var text: UnspokenText
  private var isComplete: Bool
  private var wordStart: Int
  private var waiter: CheckedContinuation<Void, Never>?

  init(id: Int, owner: Owner, request: SayRequest) {
    self.id = id
    self.owner = owner
    self.request = request
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
  var isResumable: Bool { !hasBegun || !request.settings.isSSML }

  /// Notes that its first sample was heard; returns false for one that is taken up again.
  func begin() -> Bool {
    defer { hasBegun = true }
    return !hasBegun
  }

  /// Notes that a word is heard.
  func hear(offset: Int, length: Int, at time: Double) {
    wordStart = offset
    spoken = offset + length
    elapsed = time
    text.heard(offset)
  }

  /// Adds a piece of text, which goes to whoever waits for it.
  func append(_ piece: String, isLast: Bool) {
    if !piece.isEmpty { text.append(piece) }
    isComplete = isComplete || isLast
    wakeWaiter()
  }

  /// Goes back to the word that was heard last, or to the beginning.
  func goBack() { text.goBack(to: wordStart) }

  /// The next piece, or nil at the end; asks the caller for more where none is here.
  func nextPiece(isolation: isolated (any Actor)? = #isolation) async -> UnspokenText.Piece? {
    while cancelReason == nil {
      if let piece = text.next() { return piece }
      guard !isComplete else { return nil }
      owner.tell(.more(utterance: id))
      await withCheckedContinuation { waiter = $0 }
    }
    return nil
  }

  /// Ends it early, and lets go of whoever waits for text that will not come.
  func cancel(_ reason: AgentEvent.CancelReason) {
    cancelReason = reason
    wakeWaiter()
  }

  private func wakeWaiter() {
    waiter?.resume()
    waiter = nil
  }
}
