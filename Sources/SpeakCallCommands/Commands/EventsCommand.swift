import Glibc
import SpeakCallProtocol

/// `speakcall events`: prints the agent's events.
enum EventsCommand: Command {
  /// The lifetime of an agent that counts as progress.
  private static let sufficientLife = Duration.seconds(5)

  static let declaration = CommandDeclaration(
    name: "events", abstract: "print the agent's events as JSON, one object a line",
    discussion: [
      "Reports every utterance and every change of calls, injection, permission and sound server, until interrupted. "
        + "Starts the agent if none runs, and follows the next one when it ends.",
      "Speech does not wait for slow readers: if events are lost, the command fails with status 1.",
    ],
    examples: [
      .init(
        line: "speakcall events | jq -r 'select(.event == \"started\").text'",
        explanation: "Print only the spoken text:")
    ])

  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws(Failure) -> ExitStatus {
    let paths = try context.paths()
    var losses = AgentLosses(limit: 2)
    while true {
      let start = ContinuousClock.now
      var client = try AgentClient.start(.events, paths)
      guard try follow(&client, on: context.terminal) else { return .success }
      if .now - start >= sufficientLife {
        losses.reset()
      } else if !losses.record() {
        throw Failure(.agentEndsAtOnce(log: paths.log))
      }
    }
  }

  /// Prints events until the agent ends; returns false if the reader of the output has gone.
  private static func follow(_ client: inout AgentClient, on terminal: Terminal) throws(Failure) -> Bool {
    while true {
      while let reply = try client.takeReply() {
        if case .event(let event) = reply { try terminal.write(json: event) }
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
