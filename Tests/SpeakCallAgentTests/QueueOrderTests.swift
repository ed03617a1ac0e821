import TestSupport
import Testing

@testable import SpeakCallAgent
@testable import SpeakCallProtocol

/// Every order of what can happen to the queue: nothing is lost, nothing is said twice, nothing goes on after its end.
///
/// ``QueueDriver`` checks that after each step.
@Suite struct QueueOrderTests {
  enum Step: CaseIterable {
    case add, next, now, wait, begin, finish, hear, end, skip, stop, pause, resume, hold, lose, back, call, close
  }

  private static let starts: [[Step]] = [
    [.add, .begin, .hear, .add], [.add, .begin, .finish, .hear, .add, .begin], [.add, .pause, .add],
  ]

  private static func take(_ step: Step, in queue: QueueDriver) {
    switch step {
    case .add: queue.say()
    case .next: queue.say("four five", .next, connection: 2)
    case .now: queue.say("six seven", .now, connection: 3)
    case .wait: queue.say("eight nine", connection: 4, isHeard: false) { $0.waitForCall = -1 }
    case .begin: queue.begin()
    case .finish: queue.finishWriting()
    case .hear: queue.hear()
    case .end: queue.hearEnd()
    case .skip: _ = queue.perform { $0.skip() }
    case .stop: _ = queue.perform { $0.stop(.stopped) }
    case .pause: _ = queue.perform { $0.pause() }
    case .resume: _ = queue.perform { $0.resume() }
    case .hold: queue.perform { $0.hold(for: .callOnHold) }
    case .lose: queue.turn == nil ? queue.perform { $0.hold(for: .serverLost) } : queue.finishWriting(.lost(reason: ""))
    case .back: queue.perform { $0.becomeHeard() }
    case .call: queue.perform { $0.callBecameActive() }
    case .close:
      queue.perform { state in
        state.cancel(.stopped) { $0.connection == 1 }
        state.forget(connection: 1)
      }
    }
  }

  private static func check(_ steps: [Step]) {
    let queue = QueueDriver()
    for step in steps { take(step, in: queue) }
    // Everything that holds speech ends: all that was not cancelled is heard, once.
    queue.perform { state in
      _ = state.resume()
      state.becomeHeard()
      state.callBecameActive()
    }
    queue.playOut()
    let finished = queue.events.filter { if case .finished = $0.value.last { true } else { false } }
    let isRight =
      queue.state.isIdle && Set(queue.heard).count == queue.heard.count && Set(queue.heard) == Set(finished.keys)
      && queue.ended == Set(queue.events.keys)
    if !isRight { Issue.record("\(steps): heard \(queue.heard), left \(queue.state.all.map(\.id)), \(queue.events)") }
  }

  /// All orders of three steps after two texts, of which the first is heard, or is being written, or waits.
  @Test(arguments: starts)
  func everyOrderOfThreeSteps(start: [Step]) {
    for first in Step.allCases {
      for second in Step.allCases {
        for third in Step.allCases { Self.check(start + [first, second, third]) }
      }
    }
  }

  @Test func longOrdersAtRandom() {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<2000 {
      Self.check((0..<40).map { _ in Step.allCases[Int.random(in: 0..<Step.allCases.count, using: &random)] })
    }
  }
}
