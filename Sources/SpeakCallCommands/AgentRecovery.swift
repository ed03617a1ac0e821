import SpeakCallProtocol
import SystemSupport

/// The agents in a row that were lost before a word was heard.
struct AgentLosses {
  /// The losses that are accepted.
  let limit: Int
  private var count = 0

  init(limit: Int) { self.limit = limit }

  /// Records that a word was heard.
  mutating func reset() { count = 0 }

  /// Records a loss; returns false when there were too many.
  mutating func record() -> Bool {
    count += 1
    return count <= limit
  }
}

/// An element of a list of utterances that an agent was given.
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
  /// Returns the place of the utterance of an event; an agent answers requests in their order.
  func place(of event: UtteranceEvent) -> Int? {
    firstIndex { event.kind == .queued ? $0.utterance.isUnanswered : $0.utterance.id == event.id }
  }

  /// The place of the utterance that an error ends: the reason of a cancellation follows it.
  var placeOfFailure: Int? {
    firstIndex { $0.utterance.isCancelled } ?? firstIndex { $0.utterance.isUnanswered }
  }

  /// Prepares for another agent, which is given what was not heard.
  mutating func goBack() {
    for place in indices { self[place].utterance.goBack() }
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
