import Testing

@testable import PulseAudio

@Suite
struct FrameCountTests {
  @Test func paddingIsNotCounted() {
    var count = FrameCount()
    count.write(100)
    #expect(count.end == 100)
    count.pad(480)
    #expect(count.end == 100)
    count.pad(480)
    #expect(count.written == 100)
    count.write(50)
    #expect(count.end == 1_110)
    #expect([0, 60, 100, 580, 1_060, 1_090, 1_110].map(count.own) == [0, 60, 100, 100, 100, 130, 150])
    count.forgetPaddings(before: 1_060)
    #expect([1_060, 1_090, 1_110].map(count.own) == [100, 130, 150])
    #expect(count.end == 1_110)
  }

  @Test func aFlushTakesBackWhatWasNotTaken() {
    var count = FrameCount()
    count.write(100)
    count.pad(480)
    count.write(1_000)
    count.flush(StreamTiming(written: 800, read: 800, sinkLatency: 0, silence: nil))
    #expect(count.written == 320)
    #expect(count.end == 800)
    count.flush(StreamTiming(written: 1_056, read: 1_056, sinkLatency: 0, silence: nil))
    #expect(count.written == 320, "more than was written cannot have been taken")
    count.write(10)
    #expect(count.end == 1_066)
    #expect(count.own(1_060) == 324)
  }

  @Test func aTimingTellsWhatIsStillToBeHeard() {
    let playing = StreamTiming(written: 1_000, read: 600, sinkLatency: 480, silence: nil)
    #expect(playing.played == 120)
    #expect(playing.remaining(until: 1_000) == 880)
    #expect(playing.remaining(until: 500) == 380)
    let gap = StreamTiming(written: 600, read: 600, sinkLatency: 480, silence: 300)
    #expect(gap.played == 420)
    #expect(gap.remaining(until: 600) == 180)
    let idle = StreamTiming(written: 600, read: 600, sinkLatency: 480, silence: .max)
    #expect(idle.remaining(until: 600) == 0)
  }

  @Test func serversSayWhatTheyAre() {
    #expect(ServerInfo.identify(name: "pulseaudio", version: "16.1") == ("PulseAudio", "16.1"))
    #expect(
      ServerInfo.identify(name: "PulseAudio (on PipeWire 0.3.65)", version: "15.0.0") == ("PipeWire", "0.3.65"))
  }
}
