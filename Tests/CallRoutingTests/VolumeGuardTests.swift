import Testing

@testable import CallRouting

struct VolumeGuardTests {
  @Test func itGivesUpAfterAFewTimesAMinuteAndTakesHeartAgain() {
    var volumeGuard = VolumeGuard()
    let start = ContinuousClock.now
    for second in 0..<5 {
      #expect(!volumeGuard.isExhausted(at: start + .seconds(second)))
      volumeGuard.noteRestored(at: start + .seconds(second))
    }
    #expect(volumeGuard.isExhausted(at: start + .seconds(5)))
    #expect(!volumeGuard.isExhausted(at: start + .seconds(61)))
  }
}
