import SpeakCallProtocol

/// `speakcall status`: shows the status of permission, injection, calls, microphone, speech and server.
enum StatusCommand: Command {
  static let json = Option(flag: "json", help: "print one JSON object")
  static let watch = Option(flag: "watch", help: "print the status again after each change, until interrupted")

  static let declaration = CommandDeclaration(
    name: "status", abstract: "show the status of calls, microphone and speech",
    options: [json.declaration, watch.declaration])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let isWatching = arguments[watch]
    let paths = try context.paths()
    var client = try AgentClient.start(.status(watch: isWatching), paths)
    var last: String?
    while let reply = try client.awaitReply() {
      guard case .status(let report) = reply else { continue }
      let text = text(of: report, as: arguments[json], on: context.terminal)
      if text != last { try write(text, after: last, json: arguments[json], to: context.terminal) }
      last = text
      guard isWatching else { return .success }
    }
    throw Failure(.internalError, "the agent ended", next: "speakcall status")
  }

  private static func text(of report: StatusReport, as json: Bool, on terminal: Terminal) -> String {
    if json { return String(decoding: Wire().encode(report), as: UTF8.self) + "\n" }
    return StatusView(report: report, colour: terminal.allowsColour).lines.joined(separator: "\n") + "\n"
  }

  private static func write(
    _ text: String, after last: String?, json: Bool, to terminal: Terminal
  ) throws(Failure) {
    // On a terminal, the new report replaces the old one; in a pipe, it follows.
    let separator = last == nil || json ? "" : terminal.allowsColour ? "\u{1B}[H\u{1B}[J" : "\n"
    try terminal.write(separator + text)
  }
}
