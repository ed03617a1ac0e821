import Glibc
import Scripts

/// The play on a terminal: draws what is going on, and takes the keys.
struct Stage: ~Copyable {
  /// What the user wants.
  enum Wish: Sendable, Equatable {
    case togglePause, goForward, goBack, stop, quit
    /// The shell, for a while.
    case suspend

    init?(_ key: Key) {
      switch key {
      case .character(" "), .character("p"): self = .togglePause
      case .right, .down, .pageDown, .character("n"), .enter: self = .goForward
      case .left, .up, .pageUp, .character("b"): self = .goBack
      case .character("s"): self = .stop
      case .character("q"), .escape: self = .quit
      default: return nil
      }
    }
  }

  private let terminal: Terminal
  private let title: String
  private let cast: [String]
  private let places: [String: Int]
  private var screen: RawTerminal
  private var keys = KeyReader()
  /// When the last bytes came from the keyboard.
  private var lastBytes = 0.0
  private var hasKeyboard: Bool
  private var frame = Frame()
  private var progress: PlayProgress
  private var moment = 0.0

  /// What the user should know.
  var notice: String?

  init(_ script: Script, title: String, on terminal: Terminal) throws(Failure) {
    self.terminal = terminal
    self.title = title
    cast = script.cast.map(\.name)
    places = Dictionary(cast.enumerated().map { ($1, $0) }) { first, _ in first }
    progress = PlayProgress(script.quotes)
    screen = try RawTerminal.take(terminal)
    hasKeyboard = screen.keyboard >= 0
  }

  /// Whether there is room and leave for a stage on this terminal.
  static func isPossible(on terminal: Terminal) -> Bool {
    // In the background the terminal is not ours to take: the kernel would stop the program for it.
    guard tcgetpgrp(terminal.output) == getpgrp() else { return false }
    return terminal.allowsColour && terminal.size.columns >= StageView.smallest.columns
      && terminal.size.rows >= StageView.smallest.rows
  }
}

/// What is waited for.
extension Stage {
  /// What becomes readable when there is something for ``wishes()``; a negative one is to be ignored.
  var descriptors: [Int32] { [screen.descriptor, hasKeyboard ? screen.keyboard : -1] }

  /// The milliseconds after which there is something to do even when nothing becomes readable; -1 when there is not.
  func patience(for conversation: borrowing Conversation) -> Int32 {
    if keys.isMidway { return max(1, Int32(1000 * (lastBytes - moment)) + KeyReader.patience) }
    guard Self.isRunning(conversation) else { return -1 }
    let elapsed = progress.elapsed(at: moment)
    return Int32(1000 * (elapsed.rounded(.down) + 1 - elapsed)) + 1
  }

  /// What the user wants, after something became readable or patience ended.
  mutating func wishes(isKeyboardReady: Bool, at moment: Double) -> [Wish] {
    var wishes: [Wish] = []
    for happening in screen.happenings() {
      frame.forget()
      if happening == .suspensionAsked { wishes.append(.suspend) }
    }
    if isKeyboardReady {
      lastBytes = moment
      if let bytes = screen.arrivedBytes() {
        wishes += keys.keys(in: bytes).compactMap(Wish.init)
      } else {
        hasKeyboard = false
      }
    } else if keys.isMidway, moment - lastBytes >= Double(KeyReader.patience) / 1000 {
      wishes += keys.flush().compactMap(Wish.init)
    }
    return wishes
  }

  /// Lets the shell have the terminal until it has the play go on.
  mutating func suspend() {
    screen.suspend()
    frame.forget()
  }
}

/// What is shown.
extension Stage {
  /// Notes how long a quote took.
  mutating func note(_ quote: HeardQuote) { progress.note(quote) }

  /// Draws what has changed.
  mutating func draw(_ conversation: borrowing Conversation, at moment: Double) throws(Failure) {
    self.moment = moment
    progress.run(Self.isRunning(conversation), at: moment)
    let size = terminal.size
    let view = StageView(state: state(of: conversation), columns: size.columns, rows: size.rows)
    let changes = frame.update(to: view.lines(colour: true))
    if !changes.isEmpty { try terminal.write(changes) }
  }

  private static func isRunning(_ conversation: borrowing Conversation) -> Bool {
    conversation.clock.hasBegun && !conversation.isPaused && !conversation.isStopped
  }

  private func state(of conversation: borrowing Conversation) -> StageState {
    let quotes = conversation.quotes
    let position = min(conversation.position, quotes.count - 1)
    let isAfterLast = conversation.position >= quotes.count
    let spoken = isAfterLast ? quotes[position].text.unicodeScalars.count : conversation.word?.lowerBound ?? 0
    let condition: StageState.Condition =
      if conversation.isStopped { .stopped } else if conversation.isPaused {
        .paused
      } else if conversation.clock.hasBegun {
        .playing
      } else { .waiting }
    return StageState(
      title: title, cast: cast,
      speakers: quotes[position...].prefix(200).compactMap { places[$0.speaker] },
      level: conversation.level, text: quotes[position].text, isHeard: conversation.isHeard || isAfterLast,
      word: conversation.word, quote: position + 1, quotes: quotes.count,
      fraction: progress.fraction(of: position, after: spoken), elapsed: progress.elapsed(at: moment),
      remaining: progress.remaining(from: position, after: spoken), condition: condition, notice: notice)
  }
}
