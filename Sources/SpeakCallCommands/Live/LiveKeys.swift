/// The keys of `live`: each with its name and description in help, and its action.
///
/// A new key is a row of ``all``. Keys without a row go to libedit, which edits the line.
struct LiveKeys {
  typealias Action = @Sendable (LiveSession, Key) -> Void

  /// The keys as a terminal reports them; letters with Alt in lower case.
  private let keys: [Key]
  /// The name in help; `nil` for keys that help does not show.
  private let name: String?
  private let help: String
  private let action: Action

  private init(_ keys: [Key], _ name: String?, _ help: String = "", _ action: @escaping Action = edit) {
    (self.keys, self.name, self.help, self.action) = (keys, name, help, action)
  }

  private static let edit: Action = { session, key in session.edit(key) }

  private static let all: [LiveKeys] = [
    .init([.enter], "Enter", "speak the line"),
    .init([], "!text  >text", "interrupt with the line; speak it next"),
    .init([.escape], "Escape", "stop everything at once") { session, _ in session.stop() },
    .init([.control("c")], "Ctrl-C", "clear the line; stop if it is empty") { session, _ in
      session.isLineEmpty ? session.stop() : session.clear()
    },
    .init([.function(5), .alt("r")], "F5  Alt-R", "repeat the last utterance") { session, _ in
      session.core.repeatLast()
    },
    .init([.function(6), .alt("h")], "F6  Alt-H", "pause or resume speech") { session, _ in
      session.core.togglePause()
    },
    .init([.function(7), .alt("s")], "F7  Alt-S", "skip the utterance") { session, _ in session.core.command(.skip) },
    .init([.function(8), .alt("t")], "F8  Alt-T", "speak each word, sentence, or line") { session, _ in
      session.core.setUnit(session.core.typeAhead.nextUnit)
    },
    .init([.function(2), .control("o")], "F2  Ctrl-O", "list phrases; a digit speaks one") { session, _ in
      session.openPhrases()
    },
    .init((1...9).map { .alt(Character("\($0)")) }, "Alt-1 … Alt-9", "speak a phrase, as @name does in a line") {
      session, key in
      if case .alt(let digit) = key { session.speakPhrase(digit.wholeNumberValue ?? 0) }
    },
    .init([.tab], "Tab  →", "complete; accept the suggestion") { session, _ in session.complete() },
    .init([.right, .end, .control("e"), .control("f")], nil) { session, key in session.acceptSuggestion(or: key) },
    .init([.up, .down, .control("r")], "↑  ↓  Ctrl-R", "recall earlier lines; search them"),
    .init([.function(1)], nil) { session, _ in session.show(LiveKeys.help) },
    .init([.control("l")], "Ctrl-L", "redraw the screen") { session, _ in session.screen.clear() },
    .init([.control("z")], nil) { session, _ in session.suspend() },
    .init([.control("d")], "Ctrl-D", "leave when everything was spoken") { session, key in
      session.isLineEmpty ? session.leave() : session.edit(.delete)
    },
    // libedit's command prompt, and the control character that stands for an empty line.
    .init([.alt("x"), .control("\u{7F}")], nil) { _, _ in },
  ]

  /// The lines that F1 and `/help` show: the keys, then the slash commands.
  static var help: [String] {
    all.compactMap { row in row.name.map { CellWidth.padded($0, to: 15) + row.help } }
      + [SlashCommand.allCases.map(\.usage).joined(separator: "  ")]
  }

  /// Returns the action of a key.
  static func action(of key: Key) -> Action {
    var key = key
    if case .alt(let letter) = key { key = .alt(letter.lowercased().first ?? letter) }
    return all.first { $0.keys.contains(key) }?.action ?? edit
  }
}
