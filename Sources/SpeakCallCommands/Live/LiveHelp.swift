/// The keys of `live`, as they are shown by F1 and `/help`.
enum LiveHelp {
  private static let keys = [
    ("Enter", "speak the line"),
    ("!text  >text", "interrupt with it; say it next"),
    ("Escape", "stop everything at once"),
    ("Ctrl-C", "empty the line; stop when it is empty"),
    ("F5  Alt-R", "say the last once more"),
    ("F6  Alt-H", "hold what is said; go on"),
    ("F7  Alt-S", "skip what is said"),
    ("F8  Alt-T", "speak each word, each sentence, each line"),
    ("F2  Ctrl-O", "phrases; a figure speaks one"),
    ("Alt-1 … Alt-9", "speak a phrase; @name does so in a line"),
    ("Tab  →", "complete; take what is suggested"),
    ("↑  ↓  Ctrl-R", "lines typed before; search in them"),
    ("Ctrl-L", "draw everything anew"),
    ("Ctrl-D", "leave, when all is said"),
  ]

  /// One line for each key, and the commands.
  static var lines: [String] {
    keys.map { CellWidth.padded($0, to: 15) + $1 } + [LiveCommandName.allCases.map(\.usage).joined(separator: "  ")]
  }
}
