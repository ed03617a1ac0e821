import Testing

@testable import CallRouting
@testable import PulseAudio

struct MicrophonePlanTests {
  @Test func enablingMakesSinkAndSource() {
    #expect(World().steps() == [.createSink, .createSource])
  }

  @Test func nothingIsDoneWhenEverythingStands() {
    var world = World()
    world.addMicrophone()
    #expect(world.steps().isEmpty)
  }

  @Test func aCallIsAttachedOnceTheSourceIsThere() {
    var world = World()
    let stream = world.addReader()
    #expect(world.steps() == [.createSink, .createSource])
    world.addMicrophone()
    #expect(world.steps() == [.attach(stream: stream, origin: "headset")])
  }

  @Test func onlyTheNamedAppsAreAttached() {
    var world = World()
    world.addMicrophone()
    world.addReader(["media.role": "phone", "application.name": "Other"])
    let meant = world.addReader([
      "media.role": "phone", "application.name": "Fine", "application.process.binary": "fine-bin",
    ])
    #expect(world.steps(applications: ["FINE-bin"]) == [.attach(stream: meant, origin: "headset")])
  }

  @Test func streamsThatTheUserMovedAndThoseThatCannotBeMovedAreLeftAlone() {
    var world = World()
    world.addMicrophone()
    var ledger = AttachmentLedger()
    ledger.entries = [.init(stream: world.addReader(), origin: "headset", state: .left)]
    ledger.unmovable = [world.addReader()]
    #expect(world.steps(ledger: ledger).isEmpty)
  }

  @Test func aStreamOnItsWayToTheSourceThatItsAppChoseIsNotAttached() {
    var world = World()
    world.addMicrophone()
    world.addReader(["media.role": "phone", "target.object": "speakcall_mic"])
    #expect(world.steps().isEmpty)
  }

  @Test func theRealMicrophoneIsOpenWhileSomebodyReadsOurs() throws {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours)
    #expect(world.steps() == [.openRealMicrophone("headset")])
    try world.addLoopback(of: "headset")
    #expect(world.steps().isEmpty)
    world.sourceOutputs = []
    #expect(world.steps() == [.removeModule(12)])
  }

  @Test func aHeldCallKeepsNoMicrophoneOpen() throws {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours, isCorked: true)
    try world.addLoopback(of: "headset")
    #expect(world.steps() == [.removeModule(12)])
  }

  @Test func muteKeepsTheRealMicrophoneOut() throws {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours)
    try world.addLoopback(of: "headset")
    #expect(world.steps(mode: .mute) == [.removeModule(12)])
  }

  @Test func duckingTurnsTheLoopbackDownAndUpAgain() throws {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours)
    try world.addLoopback(of: "headset")
    #expect(world.steps(mode: .duck, isDucked: true) == [.setLoopbackVolume(sinkInput: 112, decibels: -20)])
    world.sinkInputs = []
    world.modules.removeLast()
    try world.addLoopback(of: "headset", volume: Volume(decibels: -20))
    #expect(world.steps(mode: .duck, isDucked: true).isEmpty)
    #expect(world.steps(mode: .duck) == [.setLoopbackVolume(sinkInput: 112, decibels: 0)])
  }

  @Test func theLoopbackFollowsTheDefaultMicrophone() throws {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours)
    try world.addLoopback(of: "gone")
    #expect(world.steps() == [.removeModule(12), .openRealMicrophone("headset")])
  }

  @Test func neitherAMonitorNorOurOwnSourceIsEverMixedIn() {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours)
    world.sources.removeAll { $0.name == "headset" }
    world.defaultSource = "speakcall_mic"
    #expect(world.steps().isEmpty)
    world.defaultSource = "speakers.monitor"
    #expect(world.steps().isEmpty)
  }

  @Test func aSecondLoopbackIsRemoved() throws {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours)
    try world.addLoopback(of: "headset")
    try world.addLoopback(of: "headset", module: 13)
    #expect(world.steps() == [.removeModule(13)])
  }

  @Test func disablingMovesBackBeforeAnythingIsRemoved() throws {
    var world = World()
    world.addMicrophone()
    try world.addLoopback(of: "headset")
    let stream = world.addReader(of: World.ours)
    var ledger = AttachmentLedger()
    ledger.entries = [.init(stream: stream, origin: "headset", state: .attached(source: World.ours))]
    #expect(world.steps(enabled: false, ledger: ledger) == [.detach(stream: stream, to: World.realMicrophone)])
    world.sourceOutputs = []
    #expect(world.steps(enabled: false) == [.removeModule(11), .removeModule(12), .removeModule(10)])
  }

  @Test func aStreamWhoseMicrophoneIsGoneGoesToTheDefault() {
    var world = World()
    world.addMicrophone()
    let stream = world.addReader(of: World.ours)
    var ledger = AttachmentLedger()
    ledger.entries = [.init(stream: stream, origin: "unplugged", state: .attached(source: World.ours))]
    #expect(world.steps(enabled: false, ledger: ledger).first == .detach(stream: stream, to: World.realMicrophone))
  }

  @Test func disabledTheMicrophoneStaysForWhoChoseItByHand() {
    var world = World()
    world.addMicrophone()
    world.addReader(of: World.ours)
    #expect(world.steps(enabled: false) == [.openRealMicrophone("headset")])
  }

  @Test func aRemapSourceWithoutItsSinkGoesAtOnce() {
    var world = World()
    world.addMicrophone()
    world.sinks = []
    world.modules.removeAll { $0.name == "module-null-sink" }
    #expect(world.steps() == [.removeModule(11), .createSink, .createSource])
  }

  @Test func aVolumeThatAnAppSetIsPutBack() {
    var world = World()
    world.addMicrophone(volume: Volume(decibels: -12))
    #expect(world.steps() == [.restoreVolume(source: World.ours)])
    #expect(world.steps(guardsVolume: false).isEmpty)
  }

  @Test func somebodyElsesObjectOfOurNameIsNotTouched() {
    var world = World()
    world.addMicrophone(ownerOfSource: 99)
    #expect(MicrophoneParts(of: World.microphone, in: world.snapshot).conflict == "source speakcall_mic")
    #expect(world.steps().isEmpty)
    #expect(world.steps(enabled: false).isEmpty)
  }
}
