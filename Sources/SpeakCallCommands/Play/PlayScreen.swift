import Glibc
import Scripts

/// The screen of `play` on a terminal: draws the ``StageView`` and reads the keys.
struct PlayScreen: ~Copyable {
  /// A command of the user.
  enum Command: Sendable, Equatable {
    case togglePause, goForward, goBack, stop, quit, suspend

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
  /// The time of the last bytes from the keyboard.
  private var lastBytes = 0.0
  private var hasKeyboard: Bool
  private var frame = Frame(.screen)
  private var progress: PlayProgress
  private var moment = 0.0

  /// A message to the user.
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

  /// Returns true if the terminal is large enough and in the foreground.
  static func isPossible(on terminal: Terminal) -> Bool {
    // The kernel stops a background process that sets terminal modes.
    guard tcgetpgrp(terminal.output) == getpgrp() else { return false }
    return terminal.allowsColour && terminal.size.columns >= StageView.smallest.columns
      && terminal.size.rows >= StageView.smallest.rows
  }
}

/// Input.
extension PlayScreen {
  /// The descriptors that become readable when there is input; `poll` ignores negative ones.
  var descriptors: [Int32] { [screen.descriptor, hasKeyboard ? screen.keyboard : -1] }

  /// Returns the milliseconds until the screen has to be served without input; -1 for no timeout.
  func timeout(for conversation: borrowing Conversation) -> Int32 {
    if keys.isIncomplete { return max(1, Int32(1000 * (lastBytes - moment)) + KeyReader.escapeTimeout) }
    guard Self.isRunning(conversation) else { return -1 }
    let elapsed = progress.elapsed(at: moment)
    return Int32(1000 * (elapsed.rounded(.down) + 1 - elapsed)) + 1
  }

  /// Returns the commands of the user, after a descriptor became readable or the timeout has passed.
  mutating func commands(isKeyboardReady: Bool, at moment: Double) -> [Command] {
    var commands: [Command] = []
    for event in screen.events() {
      frame.invalidate()
      if event == .suspendRequested { commands.append(.suspend) }
    }
    if isKeyboardReady {
      lastBytes = moment
      if let bytes = screen.arrivedBytes() {
        commands += keys.keys(in: bytes).compactMap(Command.init)
      } else {
        hasKeyboard = false
      }
    } else if keys.isIncomplete, moment - lastBytes >= Double(KeyReader.escapeTimeout) / 1000 {
      commands += keys.flush().compactMap(Command.init)
    }
    return commands
  }

  /// Suspends the process and gives the terminal to the shell meanwhile.
  mutating func suspend() {
    screen.suspend()
    frame.invalidate()
  }
}

/// Output.
extension PlayScreen {
  /// Records how long a quote took.
  mutating func note(_ quote: SpokenQuote) { progress.note(quote) }

  /// Draws the changes.
  mutating func draw(_ conversation: borrowing Conversation, at moment: Double) throws(Failure) {
    self.moment = moment
    progress.run(Self.isRunning(conversation), at: moment)
    let size = terminal.size
    let view = StageView(state: state(of: conversation), columns: size.columns, rows: size.rows)
    let changes = frame.update(to: .init(lines: view.lines(colour: true)))
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
      switch (conversation.isStopped, conversation.isPaused, conversation.clock.hasBegun) {
      case (true, _, _): .stopped
      case (_, true, _): .paused
      case (_, _, true): .playing
      default: .waiting
      }
    return StageState(
      title: title, cast: cast,
      speakers: quotes[position...].prefix(200).compactMap { places[$0.speaker] },
      level: conversation.level, text: quotes[position].text, isHeard: conversation.isHeard || isAfterLast,
      word: conversation.word, quote: position + 1, quotes: quotes.count,
      fraction: progress.fraction(of: position, after: spoken), elapsed: progress.elapsed(at: moment),
      remaining: progress.remaining(from: position, after: spoken), condition: condition, notice: notice)
  }
}
