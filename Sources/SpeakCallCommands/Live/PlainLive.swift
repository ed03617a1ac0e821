import Glibc
import SpeakCallProtocol

/// `live` without a terminal: lines are spoken as they arrive, and events are printed line by line.
struct PlainLive {
  private let core: LiveCore
  private let terminal: Terminal
  private let completion: LiveCompletion
  private var input: LineInput
  private var state = ""

  init(core: LiveCore, terminal: Terminal, completion: LiveCompletion) {
    self.core = core
    self.terminal = terminal
    self.completion = completion
    input = LineInput(descriptor: terminal.input)
  }

  /// Runs until the input has ended and everything was heard.
  mutating func run() throws(Failure) -> ExitStatus {
    core.connect()
    while true {
      try show()
      if core.isIdle, input.isAtEnd || core.state.isLeaving { break }
      try waitForInput()
    }
    return core.failure ?? .success
  }

  private mutating func waitForInput() throws(Failure) {
    let agent = core.descriptors
    let keyboard = input.isAtEnd ? -1 : input.descriptor
    guard let ready = Terminal.readable([keyboard, agent.speech, agent.control]) else { return }
    if ready[1] || ready[2] { core.receive(speech: ready[1], control: ready[2]) }
    guard ready[0] else { return }
    let interpreter = LineInterpreter(core: core, completion: completion, showPhrases: showPhrases)
    for line in try input.lines() { _ = interpreter.run(line) }
  }

  private func showPhrases() {
    for phrase in completion.phrases() { core.note("@\(phrase.name)  \(phrase.text)") }
  }

  private mutating func show() throws(Failure) {
    let output = core.takeOutput()
    var lines = output.transcript + output.returned.map { "– not spoken: \($0)" }
    let view = LiveView(state: core.state, size: (1 << 16, 24), colour: false)
    let parts = view.stateParts.joined(separator: " · ")
    if parts != state, isatty(terminal.output) == 1 { lines.append("[\(parts)]") }
    state = parts
    guard !lines.isEmpty else { return }
    try terminal.write(lines.map { TerminalText.sanitized($0) + "\n" }.joined())
  }
}

/// A reader of lines from a descriptor.
private struct LineInput {
  /// The longest line, in bytes.
  static let limit = 1 << 16

  let descriptor: Int32
  private(set) var isAtEnd = false
  private var bytes: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Reads what has arrived and returns the complete lines; at the end also the last one.
  mutating func lines() throws(Failure) -> [String] {
    var buffer = [UInt8](repeating: 0, count: Self.limit)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 {
      if errno == EINTR || errno == EAGAIN { return [] }
      throw Failure(.noInput, "cannot read standard input: \(String(cString: strerror(errno)))")
    }
    bytes += buffer[..<max(0, count)]
    isAtEnd = count == 0
    var lines: [String] = []
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(try Self.text(bytes[..<end]))
      bytes.removeSubrange(...end)
    }
    if isAtEnd, !bytes.isEmpty { lines.append(try Self.text(bytes[...])) }
    guard bytes.count <= Self.limit else {
      throw Failure(.dataError, "a line of standard input is longer than \(Self.limit) bytes", next: "speakcall say -")
    }
    return lines
  }

  private static func text(_ bytes: ArraySlice<UInt8>) throws(Failure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let line = String(decoding: bytes, as: UTF8.self)
      throw Failure(.dataError, "the line '\(line)' of standard input is not valid UTF-8")
    }
    return text
  }
}
