import Testing

@testable import CallRouting
@testable import PulseAudio

@Suite struct SoundPathTests {
  /// A server with the sinks 1 (`speakers`), 3 (`music`) and ours, 5.
  private func world() -> World {
    var world = World()
    world.addMicrophone()
    world.addSink(1, "speakers")
    world.addSink(3, "music")
    return world
  }

  private func leads(_ world: World, from sink: UInt32 = 1) -> Bool {
    SoundPath.leads(from: sink, to: 5, in: world.snapshot)
  }

  @Test func aSinkLeadsToItself() {
    #expect(leads(world(), from: 5))
    #expect(!leads(world()))
  }

  @Test func aLoopbackOfAMonitorLeadsOn() {
    var world = world()
    world.link(source: 2, to: 5, module: 30)
    #expect(leads(world) && !leads(world, from: 3))
  }

  @Test func aLoopbackOfARemappedMonitorLeadsOn() {
    var world = world()
    world.addSource(50, of: 31)
    world.addReader(of: 2, client: nil, module: 31)
    #expect(!leads(world))
    world.link(source: 50, to: 5, module: 32)
    #expect(leads(world))
  }

  @Test func aCombinedSinkLeadsToItsSlaves() {
    var world = world()
    world.addSink(7, "both", ownerModule: 33)
    world.addPlayer(on: 3, module: 33)
    #expect(!leads(world, from: 7))
    world.addPlayer(on: 5, module: 33)
    #expect(leads(world, from: 7))
  }

  @Test func loopsEnd() {
    var world = world()
    world.link(source: 2, to: 3, module: 34)
    world.addSource(51, monitorOf: 3)
    world.link(source: 51, to: 1, module: 35)
    #expect(!leads(world))
    world.link(source: 51, to: 5, module: 36)
    #expect(leads(world))
  }

  /// PulseAudio says of every client's stream that the socket's module owns it.
  @Test func clientsThatShareASocketAreNotLinked() {
    var world = world()
    world.addReader(of: 2, client: 40, module: 9)
    world.addPlayer(on: 5, client: 41, module: 9)
    #expect(!leads(world))
  }
}

@Suite struct LoudspeakerTests {
  private func asDefault(_ port: DevicePort?, _ factor: String?) -> Sink? {
    var world = World()
    world.addSink(1, "speakers", properties: factor.map { ["device.form_factor": $0] } ?? [:], port: port)
    return Loudspeaker.asDefault(in: world.snapshot)
  }

  @Test(
    arguments: [
      (DevicePort.loudspeaker, nil, true), (.loudspeaker, "headset", true), (.ear, "speaker", false),
      (.ear, nil, false),
      (.other, "speaker", true), (nil, "tv", true), (nil, "headphone", false), (nil, nil, false), (.other, nil, false),
    ] as [(DevicePort?, String?, Bool)])
  func thePortTellsMoreThanTheDevice(port: DevicePort?, factor: String?, isLoudspeaker: Bool) {
    #expect((asDefault(port, factor) != nil) == isLoudspeaker)
  }

  @Test func onlyTheDefaultOutputCounts() {
    var world = World()
    world.addSink(4, "others", port: .loudspeaker)
    #expect(Loudspeaker.asDefault(in: world.snapshot) == nil)
  }
}
