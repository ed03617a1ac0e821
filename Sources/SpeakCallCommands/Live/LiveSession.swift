import Glibc
import SpeakCallProtocol
import UserData

/// `live` on a terminal: the line that is typed at the bottom, what is heard above it.
///
/// One thread: libedit asks for a key, and the wait for it is the wait for everything else too. Nothing happens between
/// two keys unless the agent tells something.
final class LiveSession {
  let core: LiveCore
  let editor: LineEditor
  let context: CommandContext
  let completion: LiveCompletion
  var history: LineHistory
  /// The list that is open above the state line; a figure then chooses from it.
  var list: [Phrase] = []
  /// What the line may go on with, shown behind the cursor.
  var suggestion = ""
  /// The end, once it has come.
  var status: ExitStatus?

  let raw: RawTerminal
  var bottom = Frame(.bottom)
  private var keyReader = KeyReader(forTyping: true)
  private var keys: [Key] = []
  private var size: (columns: Int, rows: Int)
  private var hasBegun = false
  /// Text that could not be said and has not found an empty line yet.
  private var returned: [String] = []
  /// The line as it was given back, so that more can be added to it while nobody has touched it.
  private var givenBack: String?
  private var lastLine: (text: String, cursor: Int) = ("", 0)

  init(core: LiveCore, context: CommandContext, history: LineHistory, completion: LiveCompletion) throws(Failure) {
    self.core = core
    self.context = context
    self.history = history
    self.completion = completion
    size = context.terminal.size
    guard
      let editor = LineEditor(
        input: context.terminal.input, output: context.terminal.output, historyLimit: LineHistory.limit)
    else { throw Failure(.internalError, "libedit cannot be set up", next: "speakcall say") }
    self.editor = editor
    raw = try RawTerminal.take(context.terminal, as: .lines)
    editor.wait = { [unowned self] in wait() }
    editor.enter = { [unowned self] in enter($0) }
    core.ready = { [unowned self] in readyText }
  }

  /// Runs until the user leaves.
  func run() -> ExitStatus {
    editor.run()
    write(bottom.erase())
    return status ?? .success
  }

  /// What is finished of the line and not yet spoken.
  private var readyText: String {
    let (text, cursor) = editor.line
    guard !editor.isSearching else { return "" }
    return core.typeAhead.ready(in: String(String.UnicodeScalarView(text.unicodeScalars.prefix(cursor))))
  }

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
      if core.scene.isLeaving, core.isIdle {
        status = .success
        break
      }
      waitForSomething()
    }
    return false
  }

  /// Shows the line before the agent is there and anything was read, and takes the modes back that libedit has just set.
  private func begin() {
    hasBegun = true
    TerminalModes.reapply()
    draw()
    core.connect()
    let (lines, problem) = history.read()
    for line in lines { editor.remember(line) }
    for problem in [problem, completion.prepare()].compactMap(\.self) { core.note("– \(problem)") }
  }

  /// Does what the last keys and events ask for.
  private func settle() {
    let news = core.takeNews()
    finish(news.finished)
    returned += news.returned
    guard !editor.isSearching else { return }
    let line = editor.line
    core.typeAhead.follow(line.text)
    if !returned.isEmpty, line.text.isEmpty || line.text == givenBack { putBack(after: line.text) }
    core.speakAhead()
    if line != lastLine { suggestion = suggested(for: line) }
    lastLine = line
  }

  private func putBack(after text: String) {
    if !text.isEmpty { editor.insert(" ") }
    editor.insert(returned.joined(separator: " "))
    returned = []
    let line = editor.line.text
    givenBack = line
    core.typeAhead.waitForEnter()
  }

  private func suggested(for line: (text: String, cursor: Int)) -> String {
    guard line.cursor == line.text.unicodeScalars.count, !line.text.isEmpty else { return "" }
    return completion.continuations(of: line.text).first ?? ""
  }

  /// Lets lines scroll up into the transcript.
  func finish(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    let view = view
    show(finished: lines.flatMap { view.transcript($0) })
  }

  /// Shows everything as it is now.
  func draw() { show(finished: []) }

  private var view: LiveView {
    LiveView(scene: core.scene, size: size, colour: context.terminal.allowsColour)
  }

  private func show(finished: [String]) {
    let (text, cursor) = editor.line
    let isPlain = core.typeAhead.unit == nil || !text.hasPrefix(core.typeAhead.taken)
    let view = view
    let input = InputRows(
      text, cursor: cursor, taken: isPlain ? 0 : core.typeAhead.taken.count, suggestion: suggestion, width: view.width,
      colour: context.terminal.allowsColour)
    let phrases = list.enumerated().map { "\($0 + 1)  @\($1.name)  \($1.text)" }
    let contents = view.block(input, list: phrases)
    write(bottom.update(to: contents, finished: finished, width: size.columns))
  }

  func write(_ output: String) {
    guard !output.isEmpty else { return }
    do { try context.terminal.write(output) } catch { status = .failure }
  }

  /// Waits for keys, the agent, or the terminal's size.
  private func waitForSomething() {
    let agent = core.descriptors
    var ready = [raw.keyboard, raw.descriptor, agent.speech, agent.control].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let count = poll(&ready, nfds_t(ready.count), keyReader.isIncomplete ? KeyReader.escapeTimeout : -1)
    if count == 0 { keys += keyReader.flush() }
    guard count > 0 else { return }
    if ready[0].revents != 0 {
      guard let bytes = raw.arrivedBytes() else { return status = .failure }
      keys += keyReader.keys(in: bytes)
    }
    if ready[1].revents != 0 { adapt(to: raw.events()) }
    if ready[2].revents != 0 || ready[3].revents != 0 {
      core.receive(speech: ready[2].revents != 0, control: ready[3].revents != 0)
    }
  }

  private func adapt(to events: [RawTerminal.Event]) {
    size = context.terminal.size
    if events.contains(.continued) { bottom.invalidate() }
    if events.contains(.suspendRequested) { raw.suspend() }
  }
}
