import SpeakCallProtocol
import SystemSupport
import UserData

/// `live` on a terminal: the line being typed at the bottom, speech above it.
///
/// One thread: libedit asks for a key, and the wait for it is the wait for the agent and the window too.
final class LiveSession {
  /// The most characters of a pasted text.
  private static let longestPaste = 16_384

  let core: LiveCore
  private let editor: LineEditor
  let screen: LiveScreen
  private let completion: LiveCompletion
  private var history: LineHistory
  /// The list that is open above the state line; a digit speaks one of it.
  private var phrases: [Phrase] = []
  /// The text that may follow the line, shown behind the cursor.
  private var suggestion = ""
  /// The exit status, at the end.
  private var status: ExitStatus?
  private var keyReader = KeyReader(forTyping: true)
  private var keys: [Key] = []
  private var hasBegun = false
  /// Text that could not be spoken and waits for an empty line.
  private var returned: [String] = []
  /// The line with returned text, which grows by more of it until the user edits it.
  private var restored: String?
  private var lastLine: (text: String, cursor: Int) = ("", 0)

  init(core: LiveCore, terminal: Terminal, history: LineHistory, completion: LiveCompletion) throws(Failure) {
    self.core = core
    self.history = history
    self.completion = completion
    guard
      let editor = LineEditor(input: terminal.input, output: terminal.output, historyLimit: LineHistory.limit)
    else { throw Failure(.internalError, "cannot set up libedit", next: "speakcall say") }
    self.editor = editor
    screen = try LiveScreen(terminal)
    editor.onWait = { [unowned self] in wait() }
    editor.onEnter = { [unowned self] in enter($0) }
    core.ready = { [unowned self] in readyText }
  }

  /// Runs until the user leaves.
  func run() -> ExitStatus {
    editor.run()
    screen.erase()
    return status ?? .success
  }

  /// The part of the line that is complete and was not spoken.
  private var readyText: String {
    let (text, cursor) = editor.line
    guard !editor.isSearching else { return "" }
    return core.typeAhead.ready(in: String(String.UnicodeScalarView(text.unicodeScalars.prefix(cursor))))
  }
}

/// The loop.
extension LiveSession {
  private func wait() -> Bool {
    if !hasBegun { begin() }
    while status == nil {
      if !keys.isEmpty {
        press(keys.removeFirst())
        if editor.hasKeys { return true }
        continue
      }
      settle()
      draw()
      if screen.hasFailed {
        status = .failure
      } else if core.state.isLeaving, core.isIdle {
        status = .success
      } else {
        waitForInput()
      }
    }
    return false
  }

  /// Shows the line before the agent is connected and anything was read.
  private func begin() {
    hasBegun = true
    // libedit has just set its own modes.
    TerminalModes.reapply()
    draw()
    core.connect()
    let (lines, problem) = history.read()
    for line in lines { editor.remember(line) }
    for problem in [problem, completion.prepare()].compactMap(\.self) { core.note("– \(problem)") }
  }

  /// Waits for keys, the agent, or the terminal's size.
  private func waitForInput() {
    let agent = core.descriptors
    let descriptors = [screen.raw.keyboard, screen.raw.descriptor, agent.speech, agent.control]
    let timeout = keyReader.isIncomplete ? KeyReader.escapeTimeout : -1
    guard let ready = Terminal.readable(descriptors, timeout: timeout) else { return }
    if !ready.contains(true) { keys += keyReader.flush() }
    if ready[0] {
      guard let bytes = screen.raw.arrivedBytes() else { return status = .failure }
      keys += keyReader.keys(in: bytes)
    }
    if ready[1] { screen.adapt() }
    if ready[2] || ready[3] { core.receive(speech: ready[2], control: ready[3]) }
  }

  /// Processes the effects of the last keys and events.
  private func settle() {
    let output = core.takeOutput()
    show(output.transcript)
    returned += output.returned
    guard !editor.isSearching else { return }
    let line = editor.line
    core.typeAhead.follow(line.text)
    if !returned.isEmpty, line.text.isEmpty || line.text == restored { restore(after: line.text) }
    core.speakAhead()
    if line != lastLine { suggestion = completion.suggestion(after: line.text, cursor: line.cursor) }
    lastLine = line
  }

  private func restore(after text: String) {
    if !text.isEmpty { editor.insert(" ") }
    editor.insert(returned.joined(separator: " "))
    returned = []
    restored = editor.line.text
    core.typeAhead.waitForEnter()
  }

  /// Adds lines to the transcript.
  func show(_ lines: [String]) { if !lines.isEmpty { draw(finished: lines) } }

  private func draw(finished: [String] = []) {
    let (text, cursor) = editor.line
    let isAhead = core.typeAhead.unit != nil && text.hasPrefix(core.typeAhead.taken)
    let input = LiveScreen.Input(
      text: text, cursor: cursor, taken: isAhead ? core.typeAhead.taken.count : 0, suggestion: suggestion,
      list: phrases.enumerated().map { "\($0 + 1)  @\($1.name)  \($1.text)" })
    screen.draw(core.state, input, finished: finished)
  }
}

/// The actions of the keys.
extension LiveSession {
  private func press(_ key: Key) {
    if editor.isSearching { return pressInSearch(key) }
    if !phrases.isEmpty {
      let open = phrases
      phrases = []
      if case .character(let digit) = key, let number = digit.wholeNumberValue, open.indices.contains(number - 1) {
        return core.speak(open[number - 1].text, .end)
      }
      if key == .escape { return }
    }
    LiveKeys.action(of: key)(self, key)
  }

  private func pressInSearch(_ key: Key) {
    switch key {
    case .escape: editor.type(.end)
    case .control("c"): editor.type(.control("g"))
    case .paste, .tab, .control("\u{7F}"): break
    default: editor.type(key)
    }
  }

  var isLineEmpty: Bool { editor.line.text.isEmpty }

  /// Executes a line; it is empty afterwards.
  private func enter(_ line: String) {
    let interpreter = LineInterpreter(core: core, completion: completion, showPhrases: openPhrases)
    if let speech = interpreter.run(line) {
      if !speech.isSent { core.giveBack(line) }
      // Stored after the text is on its way, because a disk may take its time.
      editor.remember(line)
      do throws(FileError) {
        try history.append(line)
        try completion.learn(speech.text)
      } catch {
        core.note("– cannot store this line: \(error)")
      }
    }
    core.typeAhead.reset()
  }

  /// Gives a key to libedit; a pasted text becomes one line, for the user to check before it is spoken.
  func edit(_ key: Key) {
    guard case .paste(let text) = key else { return editor.type(key) }
    editor.insert(String(text.prefix(Self.longestPaste).map { $0.isNewline || $0 == "\t" ? " " : $0 }))
  }

  func stop() {
    core.typeAhead.takeAll(of: editor.line.text)
    core.command(.stop)
  }

  func clear() {
    core.typeAhead.reset()
    editor.reset()
  }

  func leave() {
    if core.isIdle || core.state.isLeaving { status = .success } else { core.leaveWhenIdle() }
  }

  func suspend() {
    suggestion = ""
    draw()
    screen.raw.suspend()
  }

  func openPhrases() {
    phrases = Array(completion.phrases().prefix(9))
    if phrases.isEmpty { core.note("– there are no phrases yet. Next: speakcall phrase add NAME TEXT") }
  }

  func speakPhrase(_ number: Int) {
    let phrases = completion.phrases()
    guard phrases.indices.contains(number - 1) else { return core.note("– there is no phrase \(number)") }
    core.speak(phrases[number - 1].text, .end)
  }

  func complete() {
    let (text, cursor) = editor.line
    guard cursor == text.unicodeScalars.count else { return }
    let found = completion.continuations(of: text)
    let common = LiveCompletion.commonStart(of: found)
    if !common.isEmpty { return accept(common) }
    guard found.count > 1 else { return }
    let start = text.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    show([found.prefix(20).map { start + $0 }.joined(separator: "   ")])
  }

  func acceptSuggestion(or key: Key) {
    if suggestion.isEmpty { editor.type(key) } else { accept(suggestion) }
  }

  private func accept(_ continuation: String) {
    editor.insert(continuation)
    suggestion = ""
  }
}
