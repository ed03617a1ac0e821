import Glibc
import SpeakCallProtocol

/// `speakcall events`: follows everything the agent does.
enum EventsCommand: Command {
  /// How many agents in a row may end within ``shortLife`` before it is given up.
  private static let mostLosses = 3
  private static let shortLife = Duration.seconds(5)

  static let declaration = CommandDeclaration(
    name: "events", abstract: "follow everything the agent does, one JSON object a line",
    discussion: [
      "Prints what happens to every text, and the calls, the injection, the permission and the sound server as they "
        + "change, until interrupted. Starts the agent where none runs, and goes on with the next one when it ends.",
      "Who reads more slowly than things happen is told so at the end, with status 1; the speech does not wait.",
    ],
    examples: [
      .init(
        line: "speakcall events | jq -r 'select(.event == \"started\").text'",
        explanation: "Only what is said:")
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let paths = try context.paths()
    var losses = 0
    while losses < mostLosses {
      let start = ContinuousClock.now
      var client = try AgentClient.start(.events, paths)
      guard try follow(&client, on: context.terminal) else { return .success }
      losses = .now - start < shortLife ? losses + 1 : 0
    }
    throw Failure(.agentEndsAtOnce(log: paths.log))
  }

  /// Prints events until the agent ends; returns false when nobody reads them any more.
  private static func follow(_ client: inout AgentClient, on terminal: Terminal) throws(Failure) -> Bool {
    while true {
      while let reply = try client.takeReply() {
        if case .event(let event) = reply { try terminal.write(event) }
        if case .failed(let error) = reply { throw Failure(error) }
      }
      var descriptors = [
        pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal.output, events: 0, revents: 0),
      ]
      guard poll(&descriptors, 2, -1) >= 0 else { continue }
      if descriptors[1].revents != 0 { return false }
      if descriptors[0].revents != 0, !client.receive() { return true }
    }
  }
}
