import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SystemSupport

@Suite struct ThreadPoolTests {
  @Test func aThreadRunsJobsInTheirOrder() async throws {
    let pool = try ThreadPool(threads: 1)
    let order = Collection<Int>()
    await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask(executorPreference: pool) { order.add(number) }
      }
    }
    #expect(order.elements == Array(0..<100))
  }

  @Test func manyThreadsGiveAndManyRun() async throws {
    let pool = try ThreadPool(threads: 4)
    let counter = Counter()
    let (done, report) = AsyncStream.makeStream(of: Int.self)
    for giver in 0..<8 {
      try BlockingThread.start(for: "a giver") {
        for _ in 0..<500 {
          Task(executorPreference: pool) {
            await counter.count()
            await Task.yield()
            report.yield(giver)
          }
        }
      }
    }
    var reports = [Int](repeating: 0, count: 8)
    for await giver in done.prefix(4000) { reports[giver] += 1 }
    #expect(reports == [Int](repeating: 500, count: 8))
    #expect(await counter.value == 4000)
  }

  @Test func aThreadThatIsBusyDelaysNobody() async throws {
    let pool = try ThreadPool(threads: 2)
    let semaphore = DispatchSemaphore(value: 0)
    let waiting = Task(executorPreference: pool) { Self.wait(for: semaphore) }
    // The other thread runs what comes, and keeps the time too.
    for _ in 0..<100 {
      try await Task(executorPreference: pool) { try await Task.sleep(for: .microseconds(100)) }.value
    }
    await Task(executorPreference: pool) { _ = semaphore.signal() }.value
    await waiting.value
  }

  @Test(arguments: [1, 3]) func delayedJobsRunWhenTheyAreDue(threads: Int) async throws {
    let pool = try ThreadPool(threads: threads)
    let delays = [90, 10, 70, 30, 50, 0]
    let slept = await withTaskGroup(of: (asked: Int, late: Duration).self) { group in
      for delay in delays {
        group.addTask(executorPreference: pool) {
          let due = ContinuousClock.now + .milliseconds(delay)
          do { try await Task.sleep(until: due) } catch { Issue.record(error) }
          return (delay, ContinuousClock.now - due)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(slept.count == delays.count)
    #expect(slept.allSatisfy { $0.late >= .zero }, "\(slept)")
  }

  @Test func theNextMomentComesFirst() {
    let moments: [Int64] = [5, 1, 9, 3, 1]
    var delayed = DelayedJobs()
    var isNext: [Bool] = []
    var next: [Int] = []
    for moment in moments {
      isNext.append(delayed.insert(noJob, at: moment))
      next.append(delayed.next?.tv_nsec ?? -1)
    }
    #expect(isNext == [true, true, false, false, false])
    #expect(next == [5, 1, 1, 1, 1])
    var taken: [Int] = []
    while let moment = delayed.next {
      taken.append(moment.tv_nsec)
      #expect(delayed.takeDue() != nil)
    }
    #expect(taken == [1, 1, 3, 5, 9])
    #expect(!delayed.insert(noJob, at: .max) || delayed.takeDue() == nil)
  }

  @Test func aSleepThatIsCancelledEndsAtOnce() async throws {
    let pool = try ThreadPool(threads: 2)
    let sleeping = Task(executorPreference: pool) { try await Task.sleep(for: .seconds(.max / 2)) }
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
  }

  @Test func withoutJobsNothingWakesIt() async throws {
    let pool = try ThreadPool(threads: 2)
    let threads = Collection<String>()
    // Each waits for the other: no thread can run both.
    let semaphores = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    await withTaskGroup { group in
      for number in 0...1 {
        group.addTask(executorPreference: pool) {
          threads.add(URL(fileURLWithPath: "/proc/thread-self").resolvingSymlinksInPath().path)
          semaphores[number].signal()
          Self.wait(for: semaphores[1 - number])
        }
      }
    }
    let found = Set(threads.elements).sorted()
    #expect(found.count == 2)
    var seen: [[String]] = []
    try await eventually("no thread is woken for a second", within: .seconds(30)) {
      seen.append(try found.flatMap { try Self.switches(of: $0) })
      try await Task.sleep(for: .seconds(1))
      return seen.count > 1 && seen[seen.count - 1] == seen[seen.count - 2]
    }
  }

  /// The numbers of voluntary and involuntary context switches of a thread.
  private static func switches(of thread: String) throws -> [String] {
    let status = try String(contentsOfFile: "\(thread)/status", encoding: .utf8)
    let lines = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
    try #require(lines.count == 2)
    return lines.map(String.init)
  }

  /// Blocks the thread, which Swift forbids where it sees that a task does it.
  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

  /// A job that is never run.
  private var noJob: UnownedJob { unsafeBitCast(UInt(8), to: UnownedJob.self) }
}

private final class Collection<Element: Sendable>: Sendable {
  private let state = Mutex<[Element]>([])
  var elements: [Element] { state.withLock { $0 } }
  func add(_ element: Element) { state.withLock { $0.append(element) } }
}

private actor Counter {
  private(set) var value = 0
  func count() { value += 1 }
}
