import Testing

@testable import PulseAudio

struct RequestSizesTests {
  private var sizes = RequestSizes()

  /// Server and program may each be ahead of the other: only what was asked for anew is a request.
  @Test mutating func theSmallestRequestIsThePeriod() {
    #expect(sizes.smallest == nil)
    sizes.note(total: 48_000)
    sizes.fulfil(20_000)
    sizes.note(total: 30_048)
    #expect(sizes.smallest == 2048)
    sizes.fulfil(31_000)
    sizes.note(total: 1096)
    #expect(sizes.smallest == 2048)
    sizes.fulfil(1096)
    sizes.note(total: 4096)
    #expect(sizes.smallest == 2048)
  }

  @Test mutating func whatIsNotAskedForAnewIsNoRequest() {
    sizes.note(total: 1000)
    sizes.note(total: 1000)
    sizes.note(total: 400)
    #expect(sizes.smallest == 1000)
  }

  @Test mutating func aLongerPeriodIsKnownAfterSomeRequests() {
    for size in Array(repeating: 2048, count: 5) + Array(repeating: 4096, count: 8) {
      sizes.note(total: size)
      sizes.fulfil(size)
    }
    #expect(sizes.smallest == 4096)
  }
}
