import SpeakCallProtocol
import SystemSupport

/// A count of the agents that were lost in a row without progress.
struct AgentLosses {
  /// The maximum number of losses.
  let limit: Int
  private var count = 0

  init(limit: Int) { self.limit = limit }

  /// Records progress.
  mutating func reset() { count = 0 }

  /// Records a loss and returns whether to try another agent.
  mutating func record() -> Bool {
    count += 1
    return count <= limit
  }
}

/// An element of a list of utterances that an agent has.
protocol OutstandingElement {
  var utterance: OutstandingUtterance { get set }
}

extension OutstandingUtterance: OutstandingElement {
  var utterance: OutstandingUtterance {
    get { self }
    set { self = newValue }
  }
}

extension Array where Element: OutstandingElement {
  /// Returns the index of an event's utterance; an agent answers requests in order.
  func firstIndex(of event: UtteranceEvent) -> Int? {
    firstIndex { event.kind == .queued ? $0.utterance.isUnanswered : $0.utterance.id == event.id }
  }

  /// The index of the utterance to which an error belongs: the error of a cancelled one follows its event.
  var indexOfFailure: Int? {
    firstIndex { $0.utterance.isCancelled } ?? firstIndex { $0.utterance.isUnanswered }
  }

  /// Goes back to the last played word of each utterance, for another agent.
  mutating func goBack() {
    for index in indices { self[index].utterance.goBack() }
  }
}

extension AgentClient {
  /// Sends requests to the agent, starting one if none runs.
  static func start(_ actions: [Request.Action], _ paths: XDGPaths) throws(Failure) -> AgentClient {
    let client = try start(actions.first ?? .status(watch: false), paths)
    client.send(actions.dropFirst())
    return client
  }

  /// Sends requests; the loss of the agent shows in ``receive()``.
  func send(_ actions: some Sequence<Request.Action>) {
    for action in actions where !send(action) { return }
  }
}
