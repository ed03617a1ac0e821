import CEdit
import Glibc

/// The line being typed, with the editing, history and search of libedit.
///
/// libedit draws nothing here. It asks for each key through ``onWait``, whose implementation draws the line and waits,
/// because two parties cannot draw on one terminal.
final class LineEditor {
  /// Waits until keys were typed; returns false at the end.
  var onWait: () -> Bool = { false }
  /// Takes the line at Enter; it is empty afterwards.
  var onEnter: (String) -> Void = { _ in }

  private let editor: OpaquePointer
  private let history: OpaquePointer
  private let owner: UnsafeMutablePointer<edit_owner>
  private let files: [UnsafeMutablePointer<FILE>]
  private var keys: [Unicode.Scalar] = []

  /// Sets up an editor for the terminal of two descriptors, with a history of at most `limit` lines.
  init?(input: Int32, output: Int32, historyLimit limit: Int) {
    // libedit reads letters beyond ASCII in the locale's character set.
    if setlocale(LC_CTYPE, "C.UTF-8") == nil { setlocale(LC_CTYPE, "") }
    owner = .allocate(capacity: 1)
    guard let nothing = fopen("/dev/null", "r"), let nowhere = fopen("/dev/null", "w"), let history = history_winit(),
      let editor = edit_start(nothing, nowhere, input, output, owner)
    else { return nil }
    files = [nothing, nowhere]
    self.editor = editor
    self.history = history
    edit_bound_history(history, Int32(limit))
    edit_use_history(editor, history)
    owner.initialize(
      to: edit_owner(
        object: Unmanaged.passUnretained(self).toOpaque(), next: nextScalarOfEditor, entered: enterLineOfEditor))
  }

  deinit {
    el_end(editor)
    history_wend(history)
    owner.deallocate()
    for file in files { fclose(file) }
  }

  /// Edits until ``onWait`` returns false.
  func run() {
    var count: Int32 = 0
    while el_wgets(editor, &count) != nil {}
  }

  /// The line and the place of the cursor in it, in Unicode scalars.
  var line: (text: String, cursor: Int) {
    var length = 0
    var cursor = 0
    guard let scalars = edit_line(editor, &length, &cursor) else { return ("", 0) }
    var text = String.UnicodeScalarView()
    for place in 0..<length { text.append(Unicode.Scalar(scalars[place]) ?? "\u{FFFD}") }
    return (String(text), cursor)
  }

  /// A Boolean value that indicates whether the history is being searched; the search is then in a second line.
  var isSearching: Bool { line.text.contains("\n") }

  /// Inserts a text at the cursor.
  func insert(_ text: String) {
    let scalars = Self.lineScalars(text)
    guard scalars.count > 1 else { return }
    edit_insert(editor, scalars)
  }

  /// A Boolean value that indicates whether there are keys that libedit has not taken.
  var hasKeys: Bool { !keys.isEmpty }

  /// Adds a line to the history.
  func remember(_ text: String) { edit_remember(history, Self.lineScalars(text)) }

  /// Gives a key to libedit.
  func type(_ key: Key) {
    switch key {
    case .character(let character): keys += character.unicodeScalars
    case .control(let letter): keys += letter.unicodeScalars.compactMap { Unicode.Scalar($0.value & 0x1F) }
    case .alt(let character): keys += ["\u{1B}"] + character.unicodeScalars
    case .up: type("\u{1B}[A")
    case .down: type("\u{1B}[B")
    case .right: type("\u{1B}[C")
    case .left: type("\u{1B}[D")
    case .home: type("\u{1}")
    case .end: type("\u{5}")
    case .wordRight: type("\u{1B}f")
    case .wordLeft: type("\u{1B}b")
    case .enter: type("\r")
    case .backspace: type("\u{7F}")
    case .delete: type("\u{1B}[3~")
    case .escape: type("\u{1B}")
    case .tab, .pageUp, .pageDown, .function, .paste, .other: break
    }
  }

  /// Clears the line and leaves the history.
  func reset() { type(String(UnicodeScalar(UInt8(EDIT_RESET_KEY)))) }

  private func type(_ text: String) { keys += text.unicodeScalars }

  fileprivate func takeScalar() -> Unicode.Scalar? {
    while keys.isEmpty {
      guard onWait() else { return nil }
    }
    return keys.removeFirst()
  }

  /// Returns the scalars of a line without controls, and the zero at the end of a C string.
  private static func lineScalars(_ text: String) -> [UInt32] {
    text.unicodeScalars.map(\.value).filter { $0 >= 0x20 && !(0x7F...0x9F).contains($0) } + [0]
  }
}

private func nextScalarOfEditor(_ object: UnsafeMutableRawPointer?) -> Int32 {
  guard let object else { return -1 }
  let editor = Unmanaged<LineEditor>.fromOpaque(object).takeUnretainedValue()
  return editor.takeScalar().map { Int32($0.value) } ?? -1
}

private func enterLineOfEditor(_ object: UnsafeMutableRawPointer?) {
  guard let object else { return }
  let editor = Unmanaged<LineEditor>.fromOpaque(object).takeUnretainedValue()
  editor.onEnter(editor.line.text)
}
