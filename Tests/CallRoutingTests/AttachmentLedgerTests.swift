import Testing

@testable import CallRouting

struct AttachmentLedgerTests {
  private let ours: UInt32 = 20

  private func attached() -> AttachmentLedger {
    var ledger = AttachmentLedger()
    ledger.server = 7
    #expect(ledger.attach(40, origin: "headset") == 1)
    ledger.observe(cookie: 7, streams: [(40, ours)], ours: ours)
    return ledger
  }

  @Test func aMoveCountsOnceItWasSeen() {
    #expect(attached().entries == [.init(stream: 40, origin: "headset", state: .attached(source: ours))])
  }

  @Test func aStreamThatIsStillOnItsWayIsNotTakenForMovedByTheUser() {
    var ledger = AttachmentLedger()
    ledger.server = 7
    _ = ledger.attach(40, origin: "headset")
    ledger.observe(cookie: 7, streams: [(40, 1)], ours: ours)
    #expect(ledger.left.isEmpty)
    #expect(ledger.attach(40, origin: "headset") == 2)
  }

  @Test func aStreamThatTheUserMovedIsLeftUntilItEnds() {
    var ledger = attached()
    ledger.observe(cookie: 7, streams: [(40, 1)], ours: ours)
    #expect(ledger.left == [40])
    ledger.observe(cookie: 7, streams: [], ours: ours)
    #expect(ledger.entries.isEmpty)
  }

  @Test func aStreamThatFollowedTheDefaultIsMovedAgain() {
    var ledger = attached()
    ledger.observe(cookie: 7, streams: [(40, 1)], ours: ours, wasDefault: true)
    #expect(ledger.left.isEmpty)
    #expect(ledger.attach(40, origin: "headset") == 1)
    ledger.observe(cookie: 7, streams: [(40, ours)], ours: ours)
    #expect(ledger.entries == attached().entries)
  }

  @Test func aStreamThatComesBackIsAttachedAndItsOriginIsStillKnown() {
    var ledger = attached()
    ledger.observe(cookie: 7, streams: [(40, 1)], ours: ours)
    ledger.observe(cookie: 7, streams: [(40, ours)], ours: ours)
    #expect(ledger.entries == attached().entries)
  }

  @Test func aStreamThatWasMovedBackIsForgottenAndNotTakenForMovedByTheUser() {
    var ledger = attached()
    ledger.detach(40)
    ledger.observe(cookie: 7, streams: [(40, ours)], ours: ours)
    #expect(ledger.entry(for: 40)?.state == .returning)
    ledger.observe(cookie: 7, streams: [(40, 1)], ours: ours)
    #expect(ledger.entries.isEmpty)
  }

  @Test func whenOurSourceWentAwayTheStreamWasNotMovedByTheUser() {
    var ledger = attached()
    ledger.observe(cookie: 7, streams: [(40, 1)], ours: nil)
    #expect(ledger.left.isEmpty)
    #expect(ledger.entry(for: 40)?.origin == "headset")
    ledger.observe(cookie: 7, streams: [(40, 1)], ours: 21)
    #expect(ledger.left.isEmpty)
  }

  @Test func whatTheUserMovedAwayCanBeAttachedAgain() {
    var ledger = attached()
    ledger.observe(cookie: 7, streams: [(40, 1)], ours: ours)
    ledger.forgetLeft()
    #expect(ledger.entries.isEmpty)
  }

  @Test func anotherServerMakesAllIndexesVoid() {
    var ledger = attached()
    ledger.unmovable = [41]
    ledger.observe(cookie: 8, streams: [(40, 1), (41, 1)], ours: nil)
    #expect(ledger.entries.isEmpty && ledger.unmovable.isEmpty)
    #expect(ledger.server == 8)
  }
}
