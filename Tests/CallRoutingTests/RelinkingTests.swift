import Testing

@testable import CallRouting

struct RelinkingTests {
  private let none: UInt32 = .max

  @Test func aStreamThatIsLinkedAnewStaysWhereItWas() {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours)
    let before = world.snapshot
    world.sourceOutputs = []
    world.addReader(of: none, isCorked: true)
    #expect(world.snapshot.relinked(as: before).sourceOutputs == before.sourceOutputs)
  }

  @Test func aStreamWhoseSourceHasGoneIsNotLeftThere() {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours)
    let before = world.snapshot
    world.sources.removeAll { $0.index == World.ours }
    world.sourceOutputs = []
    world.addReader(of: none)
    #expect(world.snapshot.relinked(as: before).sourceOutputs.map(\.source) == [none])
  }

  @Test func aMoveIsSeen() {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours)
    let before = world.snapshot
    world.sourceOutputs = []
    world.addReader(of: World.realMicrophone)
    #expect(world.snapshot.relinked(as: before).sourceOutputs.map(\.source) == [World.realMicrophone])
  }
}
